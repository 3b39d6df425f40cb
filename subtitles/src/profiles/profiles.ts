import type { Limits } from '../checks/limits.ts'
import { COMMON, COMMON_LANGUAGES } from './common.ts'
import {
  amara,
  amazon,
  arte,
  bbc,
  bbcVertical,
  cea608,
  danish,
  dutch,
  ebu,
  sdi,
  sw2,
  vertical,
} from './broadcasters.ts'
import { languageCode } from './languages.ts'
import { PROFILE_NAMES, DEFAULT_PROFILE, type ProfileName } from './names.ts'
import { marketing, netflix, netflixChildren, netflixSdh, netflixSdhChildren } from './netflix.ts'
import type { Profile, RuleSet } from './profile.ts'

export { PROFILE_NAMES, DEFAULT_PROFILE }

const RULE_SETS: Record<ProfileName, RuleSet> = {
  [DEFAULT_PROFILE]: marketing,
  marketing,
  netflix: netflix,
  'netflix-children': netflixChildren,
  'netflix-sdh': netflixSdh,
  'netflix-sdh-children': netflixSdhChildren,
  bbc: bbc,
  'bbc-vertical': bbcVertical,
  ebu: ebu,
  'cea-608': cea608,
  amara: amara,
  amazon: amazon,
  arte: arte,
  dutch: dutch,
  danish: danish,
  sdi: sdi,
  sw2: sw2,
  vertical: vertical,
}

/** An unknown name falls back to the default profile, so that every studio's lines are checked. */
export function profileFor(name: string, language: string, own: Limits = {}): Profile {
  const known = PROFILE_NAMES.find((profile) => profile === name) ?? DEFAULT_PROFILE
  const [set, code]: [RuleSet, string] = [RULE_SETS[known], languageCode(language)]
  const layers = [COMMON, set, COMMON_LANGUAGES[code], set.languages?.[code]]
  return {
    name: known,
    title: set.title,
    language: code,
    limits: Object.assign({}, ...layers.map((saying) => saying?.limits), own),
    style: Object.assign({}, ...layers.map((saying) => saying?.style)),
    severities: Object.assign({}, ...layers.map((saying) => saying?.severities)),
  }
}
