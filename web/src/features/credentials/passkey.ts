// The WebAuthn calls of the browser. The library is loaded when somebody uses a passkey.
import type { PublicKeyCredentialCreationOptionsJSON as CreationOptions } from '@simplewebauthn/browser'
import type { BodyOf, passkeys, ReplyOf } from '@reelay/api/contract'

type Options = ReplyOf<typeof passkeys.startPasskey>
type NewCredential = BodyOf<typeof passkeys.createPasskey>['credential']
type Assertion = BodyOf<typeof passkeys.signInWithPasskey>['credential']

/** Browsers offer passkeys only on HTTPS and on localhost. */
export const supportsPasskeys = (): boolean =>
  window.isSecureContext && 'PublicKeyCredential' in window

export async function createPasskey(options: Options): Promise<NewCredential> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return startRegistration({ optionsJSON: options as CreationOptions })
}

export async function signWithPasskey(options: Options): Promise<Assertion> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return startAuthentication({ optionsJSON: options })
}

/** The person closed the dialog of the browser, or it timed out. */
export const isCancelled = (error: Error | null): boolean =>
  error?.name === 'NotAllowedError' || error?.name === 'AbortError'

/** The device already has a passkey for this account. */
export const isAlreadyThere = (error: Error | null): boolean => error?.name === 'InvalidStateError'
