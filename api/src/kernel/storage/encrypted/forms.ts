// An object is stored plain under its key, or encrypted under a name of its own.
import { storedLength } from './format.ts'

const SUFFIX = '-e1'

export const encryptedName = (key: string): string => key + SUFFIX
/** The key of an object by its name in the storage. */
export const keyOfName = (name: string): string =>
  name.endsWith(SUFFIX) ? name.slice(0, -SUFFIX.length) : name

/** One way to store an object: under which name, and with how many bytes. */
export type StoredForm = { name: string; length: number; isEncrypted: boolean }

/** The form in which an object of this length is stored, and its present length. */
export async function findForm(
  { key, length }: { key: string; length: number },
  lengthOf: (name: string) => Promise<number | undefined>,
): Promise<{ form: StoredForm; length: number } | undefined> {
  const forms: StoredForm[] = [
    { name: key, length, isEncrypted: false },
    { name: encryptedName(key), length: storedLength(length), isEncrypted: true },
  ]
  for (const form of forms) {
    const actualLength = await lengthOf(form.name)
    if (actualLength !== undefined) return { form, length: actualLength }
  }
  return undefined
}
