import type { CheckOptions } from '@reelay/subtitles/checks'
import { PROFILE_NAMES, profileFor } from '@reelay/subtitles/profiles'
import { viewerOf } from '../../access/queries/visibility.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { invalid } from '../../kernel/http/contract/problem.ts'
import { getRevision } from '../../lines/queries/revisions.ts'
import { getVideoTiming } from '../../lines/queries/video-timing.ts'
import { loadCheckTerms } from '../../memory/queries/terms.ts'
import type { Limits } from '../../subtitles/contract.ts'
import type { CheckRules } from '../contract.ts'
import { findScript, getTranslation } from '../queries.ts'
import type { StoredTranslation } from '../rules/translation.ts'

/** The editor checks with these while people type. */
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
