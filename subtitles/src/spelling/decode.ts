// Dictionary files name their encoding in the first lines of the affix file.

const OTHER_NAMES: Record<string, string> = {
  'microsoft-cp1251': 'windows-1251',
  'iso8859-10': 'iso-8859-10',
  'tis620-2533': 'windows-874',
}

/** Throws a RangeError for an encoding that does not exist. */
export function decodeFiles(aff: Uint8Array, dic: Uint8Array): { affixes: string; words: string } {
  const start = new TextDecoder('latin1').decode(aff.subarray(0, 64 * 1024))
  const name = /^SET\s+(\S+)/m.exec(start)?.[1]?.toLowerCase() ?? 'iso8859-1'
  const decoder = new TextDecoder(OTHER_NAMES[name] ?? name.replace(/^iso8859-/, 'iso-8859-'))
  return { affixes: decoder.decode(aff), words: decoder.decode(dic) }
}
