export * from './cue.ts'
export * from './languages.ts'
export * from './markup.ts'
export * from './smpte.ts'
