export { decodeXml, createLocator } from './decode.ts'
export { xmlTokens } from './tokens.ts'
export { escapeXml } from './write.ts'
