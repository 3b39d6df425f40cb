import type { MasterKeys } from '../../kernel/db/encryption/parse-keys.ts'
import {
  openSecret,
  sealSecret,
  type SecretColumn,
} from '../../kernel/db/encryption/seal-secret.ts'

export const CLIENT_SECRET: SecretColumn = {
  table: 'identity_provider',
  column: 'client_secret',
  id: 'id',
}
/** While the browser returns from the provider. */
export const ATTEMPT_ID_TOKEN: SecretColumn = {
  table: 'sso_attempt',
  column: 'id_token',
  id: 'id',
}
/** For the logout at the provider. */
export const SESSION_ID_TOKEN: SecretColumn = {
  table: 'sso_session',
  column: 'id_token',
  id: 'token_id',
}

/** Encrypts the secrets of rows, and decrypts them. */
export type Secrets = {
  seal: (column: SecretColumn, row: string, secret: string) => string
  open: (column: SecretColumn, row: string, sealed: string) => string
}

export const createSecrets = (keys: MasterKeys): Secrets => ({
  seal: (column, row, secret) => sealSecret(keys, column, row, secret),
  open: (column, row, sealed) => openSecret(keys, column, row, sealed),
})
