import { Secret, TOTP } from 'otpauth'

/** What an app on a phone would show for this secret. */
export const codeFor = (secret: string, at = Date.now()): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at })
