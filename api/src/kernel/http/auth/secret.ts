import { hash, randomBytes } from 'node:crypto'

/** 256 random bits in letters that fit a header and an address. */
export const newSecret = () => randomBytes(32).toString('base64url')

/** A fast digest is enough for a secret that cannot be guessed; only the digest is stored. */
export const digestSecret = (secret: string) => hash('sha256', secret, 'base64url')
