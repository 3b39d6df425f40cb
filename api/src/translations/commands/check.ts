import { sql } from 'kysely'
import { viewerOf } from '../../access/queries/visibility.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { invalid, Problem } from '../../kernel/http/contract/problem.ts'
import { openTextTrack, saveEdit, type StoredEditResult } from '../../lines/commands/edit.ts'
import { loadLines } from '../../lines/queries/lines.ts'
import { getVideoTiming } from '../../lines/queries/video-timing.ts'
import { getRevision } from '../../lines/queries/revisions.ts'
import { toCue, type LineDraft, type StoredLine } from '../../lines/rules/line.ts'
import { loadCheckTerms } from '../../memory/queries/terms.ts'
import type { Limits, RuleId } from '../../subtitles/contract.ts'
import type { Cue } from '@reelay/subtitles'
import { type CheckOptions, check } from '@reelay/subtitles/checks'
import { applyFixes } from '@reelay/subtitles/fixes'
import { PROFILE_NAMES, profileFor } from '@reelay/subtitles/profiles'
import type { CheckRules } from '../contract.ts'
import { findScript, getTranslation, resolveTranslationTrack } from '../queries.ts'
import type { StoredCheckResult } from '../rules/present-checks.ts'
import type { StoredTranslation } from '../rules/translation.ts'

/** Checks a translation against the profile of the studio, or another profile. */
export async function checkTranslation(
  db: Db,
  { id, by, profile }: { id: string; by: Caller; profile?: string | undefined },
): Promise<StoredCheckResult> {
  const translation = await getTranslation(db, viewerOf(by), id)
  const options = await loadCheckOptions(db, translation, by, profile)
  const lines = await loadLines(db, translation.textTrack)
  const findings = check(lines.map(toCue), options).map((finding) =>
    Object.assign({ _id: lines[finding.line - 1]!._id }, finding),
  )
  return {
    profile: options.profile.name,
    revision: await getRevision(db, translation.textTrack),
    findings,
    remarks: translation.remarks,
  }
}

/** Errors block the submission. Warnings are stored with it. */
export async function requirePassedChecks(
  tx: Tx,
  translation: StoredTranslation,
  by: Caller,
): Promise<void> {
  const { findings } = await checkTranslation(tx, { id: translation._id, by })
  const errors = findings.filter(({ severity }) => severity === 'error')
  const [first] = errors
  if (first) {
    const { line, message } = first
    const count = errors.length === 1 ? 'One error blocks' : `${errors.length} errors block`
    throw new Problem(
      422,
      'translation.checks-failed',
      `${count} the submission. Line ${line} ${message}.`,
      {
        errors: errors.slice(0, 100).map((error) => ({
          pointer: `/lines/${error.line - 1}`,
          message: `${error.rule}: ${error.message}`,
        })),
        findings: findings.slice(0, 500),
      },
    )
  }
  await tx
    .updateTable('translation')
    .where('id', '=', translation._id)
    .set({
      remarks: JSON.stringify(findings.slice(0, 500).map(({ _id: _line, ...finding }) => finding)),
    })
    .execute()
}

/** Applies safe fixes in several rounds, because one fix may make room for another. */
export async function fixTranslation(
  tx: Tx,
  {
    id,
    by,
    rules,
    lines: lineIds,
    profile,
  }: { id: string; by: Caller; rules?: RuleId[]; lines?: string[]; profile?: string },
): Promise<StoredEditResult> {
  const textTrack = await openTextTrack(tx, { resolve: resolveTranslationTrack, id, by })
  const translation = await getTranslation(tx, viewerOf(by), id)
  const options = await loadCheckOptions(tx, translation, by, profile)
  const lines = await loadLines(tx, textTrack)
  const [lineFilter, ruleFilter] = [lineIds && new Set(lineIds), rules && new Set(rules)]
  let cues: readonly Cue[] = lines.map(toCue)
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const findings = check(cues, options).filter(
      ({ rule, line, fix }) =>
        fix &&
        (!ruleFilter || ruleFilter.has(rule)) &&
        (!lineFilter || lineFilter.has(lines[line - 1]!._id)),
    )
    if (!findings.length) break
    cues = applyFixes(cues, findings)
  }
  const drafts = lines.flatMap((line, index) => changedDraft(line, cues[index]!))
  return saveEdit(tx, { textTrack, drafts, by: by._id, action: 'fixed' })
}

const MAX_ROUNDS = 5

const changedDraft = (line: StoredLine, { text, start, stop }: Cue): LineDraft[] =>
  line.text === text && line.start === start && line.stop === stop
    ? []
    : [{ ...line, text, start, stop }]

/** The options of `checkTranslation`, so that the editor can check while people type. */
export async function getRules(
  db: Db,
  { id, by }: { id: string; by: Caller },
): Promise<CheckRules> {
  const translation = await getTranslation(db, viewerOf(by), id)
  const {
    cuts = [],
    names = [],
    glossary = [],
    dates: _dates,
    ...options
  } = await loadCheckOptions(db, translation, by)
  const script = await findScript(db, translation)
  return {
    ...options,
    cuts: [...cuts],
    names: [...names],
    glossary: glossary.map(({ source, target, forbidden = [] }) => ({
      source,
      target,
      forbidden: [...forbidden],
    })),
    studio: translation.studio,
    revision: await getRevision(db, translation.textTrack),
    script: script
      ? { language: script.language, from: translation.scriptRevision, to: script.revision }
      : null,
  }
}

async function loadCheckOptions(
  db: Db,
  { asset, studio, part, language }: StoredTranslation,
  by: Caller,
  profile?: string,
): Promise<CheckOptions & { project: string }> {
  if (profile !== undefined && !(PROFILE_NAMES as string[]).includes(profile))
    throw invalid(
      'profile.unknown',
      `The profile ${profile} does not exist. Use one of: ${PROFILE_NAMES.join(', ')}.`,
      [{ pointer: '/profile', message: 'is unknown' }],
    )
  const { rows } = await sql<{ project: string; name: string; limits: Limits | null }>`
    select a.project_id as project,
      s.settings ->> 'subtitleProfile' as name, s.settings -> 'subtitleLimits' as limits
    from asset a join studio s on s.id = ${studio} where a.id = ${asset}`.execute(db)
  const { project, name, limits } = rows[0]!
  const { rate, cuts } = await getVideoTiming(db, viewerOf(by), asset)
  return {
    project,
    profile: profileFor(profile ?? name, language, limits ?? {}),
    language,
    rate,
    cuts,
    kind: part === 'graphics' ? 'graphics' : 'subtitles',
    ...(await loadCheckTerms(db, { project, language })),
  }
}
