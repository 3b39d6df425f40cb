// npm run audit: known vulnerabilities of the locked packages. Fails from severity high on. Without
// a network, or with a registry that has no advisories, it says so and succeeds.
import { spawnSync } from 'node:child_process'

type Vulnerability = { name: string; severity: string; range: string; isDirect: boolean }
type Report = {
  vulnerabilities?: Record<string, Vulnerability>
  metadata?: { dependencies: { total: number } }
  message?: string
  error?: { summary?: string; detail?: string }
}

const LEVELS = ['high', 'critical']

// Retries would take minutes without a network.
const { stdout, stderr } = spawnSync('npm', ['audit', '--json', '--fetch-retries=0'], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})
const report = parse(stdout)
if (report?.vulnerabilities) printFindings(report.vulnerabilities)
else console.log(`Skipped: the registry gave no advisories (${reasonOf(report)}).`)

function parse(text: string): Report | undefined {
  try {
    return JSON.parse(text) as Report
  } catch {
    return undefined
  }
}

function printFindings(vulnerabilities: Record<string, Vulnerability>) {
  const found = Object.values(vulnerabilities)
  const severe = found.filter(({ severity }) => LEVELS.includes(severity))
  for (const { name, severity, range } of severe) console.log(`${severity}: ${name} ${range}`)
  console.log(
    severe.length
      ? 'Update these packages, or run npm audit for the advisories.'
      : `No vulnerability of severity high or critical (${found.length} of a lower one).`,
  )
  process.exitCode = severe.length ? 1 : 0
}

function reasonOf(failed: Report | undefined): string {
  const text = failed?.message ?? failed?.error?.summary ?? failed?.error?.detail ?? stderr
  return (
    text
      .trim()
      .split('\n')[0]!
      .replace(/https?:\/\/\S+/g, 'the registry') || 'no answer'
  )
}
