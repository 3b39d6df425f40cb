import { Secret, TOTP } from 'otpauth'

/** The code that an authenticator app shows for this secret. */
export const codeFor = (secret: string, time = Date.now()): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time })
