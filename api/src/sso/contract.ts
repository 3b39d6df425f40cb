export * from './contract/providers.ts'
export * from './contract/sign-in.ts'
