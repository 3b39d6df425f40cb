import { scripts, translations, type spelling } from '@reelay/api/contract'
import type { Client } from '@reelay/client'
import type { Finding, Fix, RuleId } from '@reelay/subtitles/checks'
import { CliError } from '../../output/exit-codes.ts'
import { formatCount } from '../../output/format.ts'
import { printJson, printTable } from '../../output/print.ts'
import { splitList } from '../../resources/input/body.ts'
import { findTranslationId } from './find-translation.ts'

type CheckOptions = { translation: string; graphics?: boolean; profile?: string; json?: boolean }

export async function check(
  client: Client,
  { translation, graphics, profile, json }: CheckOptions,
): Promise<void> {
  const id = await findTranslationId(client, translation, graphics)
  const result = await getChecks(client, id, profile)
  const { findings, errors, warnings } = result
  if (json) printJson(result)
  else {
    if (findings.length)
      printTable(
        ['Line', 'Severity', 'Rule', 'Message', 'Fixable'],
        findings.map(({ line, severity, rule, message, fix: suggestion }) => [
          line,
          severity,
          rule,
          message,
          Boolean(suggestion),
        ]),
      )
    console.error(
      `${formatCount(errors, 'error')} and ${formatCount(warnings, 'warning')} with the profile ${result.profile}`,
    )
    noteSpelling(result.spelling)
  }
  if (errors) throw new CliError('checkFailed')
}

const SPELLING_NOTES: Partial<Record<spelling.SpellingState, string>> = {
  incomplete: 'Too many unknown words: the spelling is not checked completely.',
  'no-dictionary': 'The spelling is not checked: there is no dictionary for the language.',
  unavailable: 'The spelling could not be checked. Try again later.',
}

function noteSpelling(state: spelling.SpellingState) {
  if (SPELLING_NOTES[state]) console.error(SPELLING_NOTES[state])
}

type ScriptCheckOptions = { script: string; json?: boolean }

/** Checks the spelling of a script. */
export async function checkScript(
  { call }: Client,
  { script: id, json }: ScriptCheckOptions,
): Promise<void> {
  const result = await call(scripts.getScriptSpelling, { params: { id } })
  if (json) return printJson(result)
  const rows = result.lines.flatMap(({ number, words }) =>
    words.map(({ word, suggestions }) => [number, word, suggestions.join(', ')]),
  )
  if (rows.length > 0) printTable(['Line', 'Word', 'Suggestions'], rows)
  noteSpelling(result.state)
  console.error(formatCount(rows.length, 'unknown word'))
}

type FixOptions = CheckOptions & { all?: boolean; rule?: string[]; dryRun?: boolean }

export async function fix(
  client: Client,
  { translation, graphics, profile, all, rule, dryRun, json }: FixOptions,
): Promise<void> {
  const rules = rule?.flatMap(splitList) as RuleId[] | undefined
  if (!all && !rules?.length)
    throw new CliError(
      'usage',
      'Use --all, or name rules with --rule. To see the findings, run: reelay translate check',
    )
  const id = await findTranslationId(client, translation, graphics)
  if (dryRun) {
    const { findings } = await getChecks(client, id, profile)
    const isIncluded = ({ rule: found, fix: suggestion }: Finding) =>
      suggestion && (all || rules!.includes(found))
    return printFixes(findings.filter(isIncluded), json)
  }
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
  console.error(`${formatCount(changed.lines.length, 'line')} fixed`)
}

const getChecks = ({ call }: Client, id: string, profile: string | undefined) =>
  call(translations.getChecks, { params: { id }, query: { ...(profile && { profile }) } })

/** Each fix alone; together, several fixes of a line become one change. */
function printFixes(findings: Finding[], json: boolean | undefined) {
  if (json) return printJson(findings)
  if (findings.length)
    printTable(
      ['Line', 'Rule', 'Message', 'Fix'],
      findings.map(({ line, rule, message, fix: suggestion }) => [
        line,
        rule,
        message,
        describeFix(suggestion!),
      ]),
    )
  console.error(`${formatCount(findings.length, 'finding')} would be fixed; nothing was changed`)
}

const describeFix = ({ text, start, stop }: Fix) =>
  text ??
  [start !== undefined && `from ${start} ms`, stop !== undefined && `to ${stop} ms`]
    .filter(Boolean)
    .join(' ')
