// The programs that load the codecs. Each runs in a process of its own.
import { realpathSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import type { Program } from '@reelay/sandbox'
import { findBundled } from '@reelay/sandbox/bundle'

const MEDIA = dirname(import.meta.dirname)
const ROOT = dirname(MEDIA)
/** What the programs are made of. */
const PACKAGES = [MEDIA, join(ROOT, 'sandbox'), join(ROOT, 'fonts')]
const SOURCES = [...PACKAGES.map((path) => join(path, 'src')), join(ROOT, 'package-lock.json')]

/** `binding`: the native module of node-av, if it is not the one of the npm package. */
export function codecProgram(name: 'child' | 'describe-codecs', binding?: string): Program {
  return {
    path: pathOf(`${name}.ts`),
    imports: binding ? [pathOf('load-binding.mjs')] : [],
    args: binding ? [`binding=${binding}`] : [],
    reads: [
      ...PACKAGES,
      ...parentFolders(MEDIA).flatMap((folder) => [
        join(folder, 'package.json'),
        join(folder, 'node_modules'),
      ]),
      // With the libraries next to it.
      ...(binding ? [folderOf(binding)] : []),
    ],
    compileCache: join(
      dirname(findPackageJSON('node-av', import.meta.url)!),
      '../.cache/reelay-media',
    ),
    bundle: isBundled()
      ? { launcher: pathOf('launcher.ts'), confine: pathOf('confine.mjs') }
      : undefined,
  }
}

const pathOf = (file: string): string =>
  isBundled()
    ? join(MEDIA, 'dist', `${file.replace(/\.\w+$/, '')}.js`)
    : join(import.meta.dirname, file)

/** Looks at the sources once per process. */
let bundled: boolean | undefined
const isBundled = (): boolean =>
  (bundled ??= findBundled(join(MEDIA, 'dist/child.js'), SOURCES) !== undefined)

/** A missing file is reported when it is loaded. */
function folderOf(binding: string): string {
  try {
    return dirname(realpathSync(binding))
  } catch {
    return dirname(binding)
  }
}

function parentFolders(path: string): string[] {
  const parent = dirname(path)
  return parent === path ? [] : [parent, ...parentFolders(parent)]
}
