import { hash, randomBytes } from 'node:crypto'

/** 256 random bits, safe in headers and URLs. */
export const newSecret = () => randomBytes(32).toString('base64url')

/** Only the digest is stored. A fast hash is enough, because the secret cannot be guessed. */
export const digestSecret = (secret: string) => hash('sha256', secret, 'base64url')
