// Reads the source of the service and follows which declarations use which others.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const SRC = join(import.meta.dirname, '../../../api/src')

/** The top-level declarations of a file, and its imports. */
export type ServiceFile = {
  file: string
  text: string
  declared: Map<string, string>
  imported: Map<string, { file: string; name: string }>
}
export type Sources = Map<string, ServiceFile>

export function readSources(): Sources {
  const files = globSync('**/*.ts', { cwd: SRC })
    .filter((file) => !/\.(test|fixture)\.ts$|^demo\//.test(file))
    .toSorted()
  return new Map(files.map((file) => [file, sourceOf(file, readFileSync(join(SRC, file), 'utf8'))]))
}

function sourceOf(file: string, text: string): ServiceFile {
  return {
    file,
    text,
    declared: splitDeclarations(text, /^(?:export )?(?:async )?(?:function|const|class) (\w+)/gm),
    imported: importsOf(file, text),
  }
}

/** The text of each declaration, up to the next one. */
export function splitDeclarations(text: string, beginning: RegExp): Map<string, string> {
  const found = [...text.matchAll(beginning)]
  return new Map(
    found.map((match, index) => [match[1]!, text.slice(match.index, found[index + 1]?.index)]),
  )
}

const IMPORT = /^import \{([^}]*)\} from '(\.[^']+)'/gm
const LATER_IMPORT = /const \{([^}]*)\} = await import\('(\.[^']+)'\)/g

function importsOf(file: string, text: string): ServiceFile['imported'] {
  const imported: ServiceFile['imported'] = new Map()
  for (const [, names, from] of [...text.matchAll(IMPORT), ...text.matchAll(LATER_IMPORT)]) {
    const target = relative(SRC, join(SRC, dirname(file), from!))
    for (const name of names!
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part && !part.startsWith('type '))) {
      const [original, local = original] = name.split(/ as |: /) as [string, string?]
      imported.set(local, { file: target, name: original })
    }
  }
  return imported
}

/** All declarations that a text reaches, itself included. Finds too many rather than too few. */
export function findReachable(sources: Sources, source: ServiceFile, text: string): string[] {
  const reached = new Map<string, string>()
  follow(source, text)
  return [text, ...reached.values()]

  function follow(from: ServiceFile, code: string) {
    // Skips property names, but not spreads, which start with dots too.
    for (const [word] of code.matchAll(/(?<!(?<!\.)\.)\b[A-Za-z_]\w*/g)) {
      const at = from.declared.has(word) ? { file: from.file, name: word } : from.imported.get(word)
      const next = at && sources.get(at.file)
      const found = next?.declared.get(at!.name)
      const key = at && `${at.file} ${at.name}`
      if (!next || !found || reached.has(key!)) continue
      reached.set(key!, found)
      follow(next, found)
    }
  }
}
