import { viewerOf } from '../../access/queries/visibility.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Compute } from '../../kernel/compute/compute.ts'
import { task } from '../../kernel/compute/task.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { JsonReply } from '../../kernel/http/json-reply.ts'
import { invalid, Problem } from '../../kernel/http/contract/problem.ts'
import { loadEditResult, type StoredEditResult } from '../../lines/commands/edit.ts'
import { openTextTrackAt, rejectOutdatedPlan } from '../../lines/commands/outdated.ts'
import { saveEncodedLines } from '../../lines/commands/save.ts'
import { loadLineTexts } from '../../lines/queries/line-texts.ts'
import { getVideoTiming } from '../../lines/queries/video-timing.ts'
import { getRevision } from '../../lines/queries/revisions.ts'
import { loadCheckTerms } from '../../memory/queries/terms.ts'
import type { Limits, RuleId } from '../../subtitles/contract.ts'
import type { CheckOptions } from '@reelay/subtitles/checks'
import { PROFILE_NAMES, profileFor } from '@reelay/subtitles/profiles'
import type { Speller } from '../../spelling/commands/speller.ts'
import type { CheckRules } from '../contract.ts'
import { findScript, getTranslation, resolveTranslationTrack } from '../queries.ts'
import type { StoredTranslation } from '../rules/translation.ts'
import { spellTranslation } from './spelling.ts'
import { checkLines, checkSubmission, fixLines } from './tasks/checks.ts'

const CHECKS = new URL('./tasks/checks.ts', import.meta.url)
const checkTask = task(CHECKS, checkLines)
const submissionTask = task(CHECKS, checkSubmission)
const fixTask = task(CHECKS, fixLines)

type Context = { db: Db; compute: Compute; speller: Speller }

/** Checks a translation against the profile of the studio, or another profile. */
export async function checkTranslation(
  { db, compute, speller }: Context,
  { id, by, profile }: { id: string; by: Caller; profile?: string | undefined },
): Promise<JsonReply> {
  const translation = await getTranslation(db, viewerOf(by), id)
  const options = await loadCheckOptions(db, translation, by, profile)
  const { lines, size, revision } = await loadLineTexts(db, translation.textTrack)
  const { state, misspelled } = await spellTranslation(
    { db, speller },
    { translation, options, lines, by },
  )
  const about = {
    profile: options.profile.name,
    revision,
    spelling: state,
    remarks: translation.remarks,
  }
  return new JsonReply(
    await compute.run(
      checkTask,
      { lines, options: { ...options, misspelled }, about },
      { client: by._id, size },
    ),
  )
}

/** What submitting and approving require. */
export type RequiredChecks = Awaited<ReturnType<typeof checkBeforeMove>>

/** Checks before the transaction. A translation that already has the status is not checked again. */
export async function checkBeforeMove(
  { db, compute, speller }: Context,
  { id, by, to }: { id: string; by: Caller; to: 'submitted' | 'approved' },
) {
  const translation = await getTranslation(db, viewerOf(by), id)
  if (translation.status === to) return undefined
  const options = await loadCheckOptions(db, translation, by)
  const { lines, size, revision } = await loadLineTexts(db, translation.textTrack)
  const { misspelled } = await spellTranslation(
    { db, speller },
    { translation, options, lines, by },
  )
  const checks = await compute.run(
    submissionTask,
    { lines, options: { ...options, misspelled } },
    { client: by._id, size },
  )
  return { ...checks, revision }
}

/** Errors block submission and approval. Warnings are stored. */
export async function requirePassedChecks(
  tx: Tx,
  translation: StoredTranslation,
  checks: RequiredChecks,
  to: 'submitted' | 'approved',
): Promise<void> {
  rejectOutdatedPlan(checks?.revision, await getRevision(tx, translation.textTrack))
  const { errorCount, errors, findings } = checks!
  const [first] = errors
  if (first) {
    const { line, message } = first
    const count = errorCount === 1 ? 'One error blocks' : `${errorCount} errors block`
    const move = to === 'submitted' ? 'submission' : 'approval'
    throw new Problem(
      422,
      'translation.checks-failed',
      `${count} the ${move}. Line ${line} ${message}.`,
      {
        errors: errors.map((error) => ({
          pointer: `/lines/${error.line - 1}`,
          message: `${error.rule}: ${error.message}`,
        })),
        findings,
      },
    )
  }
  await sql`
    update translation set remarks = ${JSON.stringify(findings.map(({ _id: _line, ...finding }) => finding))}
    where id = ${translation._id}`.execute(tx)
}

type FixInput = { id: string; by: Caller; rules?: RuleId[]; lines?: string[]; profile?: string }
type FixPlan = Awaited<ReturnType<typeof planFixes>>

/** Decides what safe fixes change. No transaction is open meanwhile. */
export async function planFixes(
  { db, compute }: Pick<Context, 'db' | 'compute'>,
  { id, by, rules, lines: lineIds, profile }: FixInput,
) {
  const translation = await getTranslation(db, viewerOf(by), id)
  const options = await loadCheckOptions(db, translation, by, profile)
  const { lines, size, revision } = await loadLineTexts(db, translation.textTrack)
  const plan = await compute.run(
    fixTask,
    { lines, options, rules, lineIds },
    { client: by._id, size },
  )
  return { ...plan, revision }
}

export async function fixTranslation(
  tx: Tx,
  { id, by, plan }: { id: string; by: Caller; plan: FixPlan },
): Promise<StoredEditResult> {
  const textTrack = await openTextTrackAt(tx, {
    resolve: resolveTranslationTrack,
    id,
    by,
    revision: plan.revision,
  })
  const { revision, ids } = await saveEncodedLines(tx, {
    ...plan,
    textTrack,
    by: by._id,
    action: 'fixed',
  })
  return loadEditResult(tx, { textTrack, revision, ids })
}

/** The options of `checkTranslation`, so that the editor can check while people type. */
export async function getRules(
  db: Db,
  { id, by }: { id: string; by: Caller },
): Promise<CheckRules> {
  const translation = await getTranslation(db, viewerOf(by), id)
  const {
    cuts = [],
    filmDuration = null,
    names = [],
    glossary = [],
    dates: _dates,
    misspelled: _misspelled,
    ...options
  } = await loadCheckOptions(db, translation, by)
  const script = await findScript(db, translation)
  return {
    ...options,
    cuts: [...cuts],
    filmDuration,
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

export async function loadCheckOptions(
  db: Db,
  { asset, studio, part, language }: StoredTranslation,
  by: Caller,
  profile?: string,
): Promise<CheckOptions & { project: string }> {
  if (profile !== undefined && !(PROFILE_NAMES as string[]).includes(profile))
    throw invalid(
      'profile.not-found',
      `The profile ${profile} does not exist. Use one of: ${PROFILE_NAMES.join(', ')}.`,
      [{ pointer: '/profile', message: 'is unknown' }],
    )
  const { rows } = await sql<{ project: string; name: string; limits: Limits | null }>`
    select a.project_id as project,
      s.settings ->> 'subtitleProfile' as name, s.settings -> 'subtitleLimits' as limits
    from asset a join studio s on s.id = ${studio} where a.id = ${asset}`.execute(db)
  const { project, name, limits } = rows[0]!
  const { rate, cuts, filmDuration } = await getVideoTiming(db, viewerOf(by), asset)
  return {
    project,
    profile: profileFor(profile ?? name, language, limits ?? {}),
    language,
    rate,
    cuts,
    filmDuration,
    kind: part === 'graphics' ? 'graphics' : 'subtitles',
    ...(await loadCheckTerms(db, { project, language })),
  }
}
