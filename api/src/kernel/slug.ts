/** The readable part of an address: what remains of a name in lower-case ASCII letters, digits and hyphens. */
export function slugFrom(name: string): string {
  const ascii = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return ascii.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 80) || 'untitled'
}
