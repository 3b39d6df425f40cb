import { translations } from '@reelay/api/contract'
import type { Finding, Fix, RuleId } from '@reelay/subtitles/checks'
import type { Client } from '../../client.ts'
import { CliError } from '../../output/exit-codes.ts'
import { printJson, printTable } from '../../output/print.ts'
import { findTranslationId } from './find-translation.ts'

type CheckOptions = { translation: string; graphics?: boolean; profile?: string; json?: boolean }

export async function check(
  client: Client,
  { translation, graphics, profile, json }: CheckOptions,
): Promise<void> {
  const checks = await checksOf(
    client,
    await findTranslationId(client, translation, graphics),
    profile,
  )
  if (json) printJson(checks)
  else {
    if (checks.findings.length)
      printTable(
        ['Line', 'What', 'Code', 'Words', 'Can be mended'],
        checks.findings.map(({ line, severity, rule, message, fix }) => [
          line,
          severity,
          rule,
          message,
          Boolean(fix),
        ]),
      )
    console.error(
      `${many(checks.errors, 'error')} and ${many(checks.warnings, 'warning')} by the rules of ${checks.profile}`,
    )
  }
  if (checks.errors) throw new CliError('checkFailed')
}

type FixOptions = CheckOptions & { all?: boolean; code?: string[]; dryRun?: boolean }

export async function fix(
  client: Client,
  { translation, graphics, profile, all, code, dryRun, json }: FixOptions,
): Promise<void> {
  const rules = code
    ?.flatMap((typed) => typed.split(','))
    .map((rule) => rule.trim())
    .filter(Boolean) as RuleId[] | undefined
  if (!all && !rules?.length)
    throw new CliError(
      'usage',
      'Say what to mend: --all, or some rules with --code. What there is: reelay translate check',
    )
  const id = await findTranslationId(client, translation, graphics)
  if (dryRun)
    return tellFixes(
      (await checksOf(client, id, profile)).findings.filter(
        ({ rule, fix: mended }) => mended && (all || rules!.includes(rule)),
      ),
      json,
    )
  const changed = await client.call(translations.fixTranslation, {
    params: { id },
    body: { ...(!all && { rules: rules! }), ...(profile && { profile }) },
  })
  if (json) return printJson(changed)
  if (changed.lines.length)
    printTable(
      ['Line', 'From', 'To', 'Text'],
      changed.lines.map(({ number, startTime, stopTime, text }) => [
        number,
        startTime,
        stopTime,
        text,
      ]),
    )
  console.error(`${many(changed.lines.length, 'line')} mended`)
}

const checksOf = ({ call }: Client, id: string, profile: string | undefined) =>
  call(translations.getChecks, { params: { id }, query: { ...(profile && { profile }) } })

/** What each finding alone would change; together they may make one change of several. */
function tellFixes(findings: Finding[], json: boolean | undefined) {
  if (json) return printJson(findings)
  if (findings.length)
    printTable(
      ['Line', 'Code', 'Words', 'Would be'],
      findings.map(({ line, rule, message, fix: mended }) => [
        line,
        rule,
        message,
        wordsOf(mended!),
      ]),
    )
  console.error(`${many(findings.length, 'finding')} would be mended; nothing was changed`)
}

const wordsOf = ({ text, start, stop }: Fix) =>
  text ??
  [start !== undefined && `from ${start} ms`, stop !== undefined && `to ${stop} ms`]
    .filter(Boolean)
    .join(' ')

const many = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`
