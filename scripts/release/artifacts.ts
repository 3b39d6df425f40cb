// What a release adds to the packed packages: a bill of materials and checksums.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Sbom = { metadata: { component: { name: string } & Record<string, unknown> } }

/**
 * Writes a CycloneDX document of everything that the lockfile installs in production, for all
 * platforms. Returns its name.
 */
export function writeSbom(root: string, out: string, version: string): string {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application']
  const text = execFileSync('npm', [...args, '--package-lock-only', '--omit', 'dev'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const sbom = JSON.parse(text) as Sbom
  // npm takes the name of the folder.
  sbom.metadata.component.name = 'reelay'
  const name = `reelay-${version}.cdx.json`
  writeFileSync(join(out, name), `${JSON.stringify(sbom, null, 2)}\n`)
  return name
}

/** Writes `SHA256SUMS` over the files of this version, in the form that `sha256sum -c` reads. */
export function writeChecksums(out: string, version: string): void {
  const names = readdirSync(out)
    .filter((name) => name.endsWith(`-${version}.tgz`) || name === `reelay-${version}.cdx.json`)
    .toSorted()
  const lines = names.map((name) => {
    const digest = createHash('sha256')
      .update(readFileSync(join(out, name)))
      .digest('hex')
    return `${digest}  ${name}\n`
  })
  writeFileSync(join(out, 'SHA256SUMS'), lines.join(''))
}
