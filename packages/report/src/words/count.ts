/** `1 leak`, `2 leaks`, `2 entries`. */
export function count(number: number, one: string, many: string = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
