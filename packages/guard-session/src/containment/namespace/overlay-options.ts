/**
 * Mount options of every overlay, beside its directories. A renamed directory must not redirect and a copied-up file must
 * be whole, or the upper layer alone would not tell what the run did; the kernel's defaults differ from machine to machine.
 */
export function overlayOptions(userXattr: boolean): string {
  // With `userxattr` the kernel turns redirection and metacopy off by itself, and refuses to be told so.
  return userXattr ? 'userxattr,index=off' : 'redirect_dir=off,metacopy=off,index=off';
}
