// Copies of responses for a page that works without a network.
//
// They are encrypted with the token of the session. Closing the browser or signing out ends the
// session, so nobody reads what is left on the disk of a shared workstation.
type Owner = { email: string; token: string }
type Stored = { key: string; iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }
type Options = { owner: () => Owner | undefined; database?: IDBFactory }

const DATABASE = 'reelay.offline'
const STORE = 'copies'

export function createOfflineCopies({ owner, database = globalThis.indexedDB }: Options) {
  let opened: Promise<IDBDatabase> | undefined
  const run = <T>(mode: IDBTransactionMode, request: (store: IDBObjectStore) => IDBRequest) =>
    inStore<T>((opened ??= openDatabase(database)), mode, request)
  /** The last data of each key, which need not be stored twice. */
  const saved = new Map<string, unknown>()

  async function save(key: string, data: unknown, token: string): Promise<void> {
    const iv = crypto.getRandomValues(new Uint8Array(12))
    const text = new TextEncoder().encode(JSON.stringify(data))
    const encrypted = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await keyOf(token), text)
    // The session may have ended while this was encrypted.
    if (owner()?.token !== token) return
    await run('readwrite', (store) => store.put({ key, iv, data: encrypted } satisfies Stored))
  }

  async function find(key: string, token: string): Promise<unknown> {
    const stored = await run<Stored | undefined>('readonly', (store) => store.get(key))
    if (!stored) return undefined
    const algorithm = { name: 'AES-GCM', iv: stored.iv }
    const text = await crypto.subtle.decrypt(algorithm, await keyOf(token), stored.data)
    return JSON.parse(new TextDecoder().decode(text))
  }

  // Without a database or encryption, pages need a network. Browsers offer the latter only on https
  // and localhost, as they do service workers.
  return {
    async save(name: readonly unknown[], data: unknown): Promise<void> {
      const session = owner()
      const key = keyText(session, name)
      if (!session || saved.get(key) === data) return
      saved.set(key, data)
      await save(key, data, session.token).catch(() => undefined)
    },
    async find<T>(name: readonly unknown[]): Promise<T | undefined> {
      const session = owner()
      if (!session) return undefined
      return (await find(keyText(session, name), session.token).catch(() => undefined)) as T
    },
    async clear(): Promise<void> {
      saved.clear()
      await run('readwrite', (store) => store.clear()).catch(() => undefined)
    },
  }
}

const keyText = (session: Owner | undefined, name: readonly unknown[]) =>
  `${session?.email}|${JSON.stringify(name)}`

async function keyOf(token: string): Promise<CryptoKey> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  return crypto.subtle.importKey('raw', digest, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

async function inStore<T>(
  opened: Promise<IDBDatabase>,
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore) => IDBRequest,
): Promise<T> {
  const transaction = (await opened).transaction(STORE, mode)
  const request = run(transaction.objectStore(STORE))
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve(request.result as T))
    transaction.addEventListener('abort', () => reject(transaction.error!))
  })
}

function openDatabase(database: IDBFactory): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = database.open(DATABASE, 1)
    request.addEventListener('upgradeneeded', () =>
      request.result.createObjectStore(STORE, { keyPath: 'key' }),
    )
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error!))
  })
}
