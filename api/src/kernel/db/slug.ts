/** Reduces a name to lower-case ASCII letters, digits and hyphens, for use in URLs. */
export function slugFrom(name: string): string {
  const ascii = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const slug =
    ascii
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, 80)
      .replace(/^-|-$/g, '') || 'untitled'
  // 24 hex digits would be read as an id.
  return /^[0-9a-f]{24}$/.test(slug) ? `${slug}-1` : slug
}
