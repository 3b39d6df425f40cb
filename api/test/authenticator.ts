// An authenticator in software: creates passkeys and signs challenges as a browser would.
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const BACKUP_ELIGIBLE = 0x08
const BACKED_UP = 0x10
const HAS_CREDENTIAL = 0x40

type Settings = { origin?: string; rpId?: string; userVerified?: boolean; counter?: number }
type Options = { challenge: string }

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
const base64url = (data: Uint8Array | string) => Buffer.from(data).toString('base64url')

/** One passkey with a key pair for ES256. */
export function createAuthenticator({
  origin = 'http://app.test',
  rpId = 'app.test',
  isSynced = true,
} = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)

  const clientData = (type: string, { challenge }: Options, from: string) =>
    JSON.stringify({ type, challenge, origin: from, crossOrigin: false })

  function authenticatorData(
    flags: number,
    { rpId: site = rpId, userVerified = true, counter = 0 }: Settings,
  ) {
    const counted = Buffer.alloc(4)
    counted.writeUInt32BE(counter)
    const state = isSynced ? BACKUP_ELIGIBLE | BACKED_UP : 0
    const verified = userVerified ? USER_VERIFIED : 0
    return Buffer.concat([
      sha256(site),
      Buffer.from([flags | USER_PRESENT | state | verified]),
      counted,
    ])
  }

  /** The public key as COSE: EC2, ES256, P-256. */
  const coseKey = () =>
    isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x!, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y!, 'base64url'))],
      ]),
    )

  return {
    id: base64url(id),
    create(options: Options, settings: Settings = {}) {
      const data = Buffer.concat([
        authenticatorData(HAS_CREDENTIAL, settings),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        coseKey(),
      ])
      const attestation = isoCBOR.encode(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(data)],
        ]) as never,
      )
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key' as const,
        response: {
          clientDataJSON: base64url(
            clientData('webauthn.create', options, settings.origin ?? origin),
          ),
          attestationObject: base64url(attestation),
          transports: ['internal'],
        },
      }
    },
    sign(options: Options, settings: Settings = {}) {
      const data = authenticatorData(0, settings)
      const client = clientData('webauthn.get', options, settings.origin ?? origin)
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key' as const,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(
            createSign('sha256')
              .update(Buffer.concat([data, sha256(client)]))
              .sign(privateKey),
          ),
        },
      }
    },
  }
}
