// Where the journal stores drafts. The shell uses it, too, without loading the editor.
export const DRAFT_DATABASE = 'reelay.translate'
export const DRAFT_STORE = 'drafts'

export function openDraftDatabase(database: IDBFactory | undefined): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    if (!database) return reject(new Error('This browser has no IndexedDB'))
    const request = database.open(DRAFT_DATABASE, 1)
    request.addEventListener('upgradeneeded', () =>
      request.result.createObjectStore(DRAFT_STORE, { keyPath: 'key' }),
    )
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error!))
  })
}
