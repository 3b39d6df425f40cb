export { decodeXml, createLocator, type XmlError } from './decode.ts'
export { xmlTokens } from './tokens.ts'
export { escapeXml } from './write.ts'
