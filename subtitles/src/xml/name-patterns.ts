// Patterns with names of XML 1.0 (2.3), which may have one prefix.
const NAME_START =
  'A-Z_a-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd\\u{10000}-\\u{effff}'
const NAME = `[${NAME_START}][${NAME_START}\\-.0-9\\u00b7\\u0300-\\u036f\\u203f\\u2040]*`
const QNAME = `(?:${NAME}:)?${NAME}`
export const WHOLE_QNAME = new RegExp(`^${QNAME}$`, 'u')
export const END_TAG = new RegExp(`</(${QNAME})[ \\t\\n]*>`, 'uy')
export const INSTRUCTION = new RegExp(`<\\?(${NAME})(?:[ \\t\\n][^]*?)?\\?>`, 'uy')
