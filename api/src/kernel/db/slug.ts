/**
 * The readable part of an address: what remains of a name in lower-case ASCII letters, digits and
 * hyphens.
 */
export function slugFrom(name: string): string {
  const ascii = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const slug =
    ascii
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, 80)
      .replace(/^-+|-+$/g, '') || 'untitled'
  // What looks like an id would be taken for one.
  return /^[0-9a-f]{24}$/.test(slug) ? `${slug}-1` : slug
}
