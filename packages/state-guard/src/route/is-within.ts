/** Whether a path is a place, lies in it, or is an agent session in it (`<file>#<name>`). */
export function isWithin(path: string, place: string): boolean {
  if (!path.startsWith(place)) return false;
  const next = path.charAt(place.length);
  return next === '' || next === '/' || next === '#' || place.endsWith('/');
}
