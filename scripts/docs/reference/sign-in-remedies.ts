// The problem codes of sessions and single sign-on, as in remedies.ts.
export const SIGN_IN_REMEDIES: Record<string, string> = {
  'session.code-required':
    'The account has a second factor. Send its code as `code`, or prove who you are with `POST /session/verification/passkey`.',
  'session.token-needed': 'Sign out with the token that you want to revoke, not with a password.',
  'session.verification-failed':
    'The password, the two-factor code or the passkey is wrong. Try again. After five wrong attempts from one network, wait for the time in `Retry-After`.',
  'session.verification-required':
    'This call changes how somebody signs in, and your last proof of identity is older than ten minutes. Call `POST /session/verification` with your password, use a passkey or your identity provider, or sign in again, then repeat the call. Nothing was changed.',
  'sso.account-suspended': 'The account is suspended. Ask the studio.',
  'sso.account-not-found':
    'The provider may not create accounts. Ask the studio for an invitation.',
  'sso.domain-unverified': 'An admin has to verify the domain of the email for this provider.',
  'sso.email-required': 'Configure the provider to send the `email` claim.',
  'sso.email-unverified': 'Configure the provider to send `email_verified`, or set `trustsEmail`.',
  'sso.expired': 'Start the sign-in again, in the same browser.',
  'sso.identity-changed':
    'Sign in with the password and connect the new identity, or ask the studio.',
  'sso.identity-mismatch':
    'Use the identity that is connected to your account, or connect this one.',
  'sso.identity-in-use': 'Remove the identity from the other account first.',
  'sso.link-required':
    'Sign in with the password, then connect the identity with `POST /session/identities`.',
  'sso.not-member': 'Ask the studio to add you again.',
  'sso.sign-in-too-old': 'Start with `fresh=true`, use the password, or sign out and in again.',
  'sso.password-required': 'Sign in with a password, or prove who you are with it.',
  'sso.required': 'Sign in through the provider of the studio. See [sign-in](../run/sign-in.md).',
  'sso.second-factor-required':
    'Configure the provider to ask for a second factor, and set `checksSecondFactor`.',
  'identity-provider.too-many': 'Remove an identity provider that you no longer need.',
  'identity-provider.not-found': 'The identity provider does not exist, or you cannot see it.',
  'identity-provider.untested':
    'Connect your own account through the provider, or ask somebody to sign in through it.',
  'identity-provider.url-invalid':
    'The issuer is not https, not public, or cannot be called; `detail` says which. See [sign-in](../run/sign-in.md).',
  'identity.not-found': 'The identity does not exist, or it belongs to another account.',
}
