// Private metaphors that were replaced by plain names. None of them may return in code, strings or
// documents.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTest, readSources } from './architecture/sources.ts'

/** Parts of identifiers and words of sentences, in any case. */
const RETIRED_WORDS = [
  'labour',
  'mightier',
  'reckon',
  'reckoned',
  'sitting',
  'tide',
  'tidings',
  'veil',
  'veiled',
]

/** Identifiers and phrases, exactly as written. */
const RETIRED_NAMES = [
  'AboutFile',
  'AssetShelf',
  'AwaitMe',
  'Begin without them',
  'BelowFile',
  'Bring an offline',
  'CoverageSign',
  'DeskContext',
  'DropAnywhere',
  'EditCarried',
  'FaultAt',
  'FilmParts',
  'Hand in',
  'HandIn',
  'How it comes about',
  'HowFar',
  'InShort',
  'InTheWay',
  'LONGEST_LINE',
  'LibraryRooms',
  'LineMarks',
  'MOST_BYTES',
  'MOST_LINES',
  'MOST_LOOKS',
  'MOST_WRITTEN',
  'NotYours',
  'ONWARD',
  'OneTick',
  'OrderBar',
  'OwnLine',
  'PendingScreen',
  'PendingShelf',
  'SearchOpener',
  'StageProps',
  'Take the order back',
  'UNICODE_MARK',
  'UNSAYABLE',
  'UploadDoor',
  'WayIn',
  'What waits for you',
  'WhatIsOrdered',
  'WhenField',
  'WrittenLine',
  'YesNo',
  'askBuckets',
  'askForReset',
  'asksForCode',
  'assetFor',
  'beginTranslation',
  'beyondGiver',
  'boardOf',
  'candidatesWith',
  'changedIn',
  'clashOf',
  'commandOf',
  'createDeck',
  'createMarks',
  'createPace',
  'createPair',
  'csvOf',
  'dropAnchors',
  'faultForXml',
  'faultOfText',
  'faultsOf',
  'faultsOfGrant',
  'faultsOfLine',
  'faultsOfLines',
  'faultsOfRefusal',
  'faultsOfRelease',
  'faultsOfSettings',
  'fileInSight',
  'forgetTouches',
  'fragmentOf',
  'frameOfSmpte',
  'handOn',
  'hasInk',
  'healFiles',
  'heldByScript',
  'heldByTranslation',
  'inFours',
  'inState',
  'isCalled',
  'isOnItsWay',
  'isWorth',
  'keepUp',
  'keyOfPlain',
  'keysNear',
  'laidOver',
  'lanesOf',
  'layOut',
  'letteringOf',
  'lettersBefore',
  'likeliestEncoding',
  'linesNamed',
  'loadWords',
  'lockSheet',
  'lookAs',
  'lookerOf',
  'makeActs',
  'mayPlaceIn',
  'mendedLine',
  'millisecondsOf',
  'misfitsIn',
  'momentFrom',
  'momentOf',
  'movementFrom',
  'nameOfMove',
  'newAt',
  'offersOf',
  'onTicks',
  'onTrouble',
  'onceInAWhile',
  'onwardOf',
  'openHouse',
  'openSheet',
  'passChecks',
  'personInSight',
  'pictureOf',
  'piecesOf',
  'placeInStudios',
  'placeOfAsset',
  'placesIn',
  'planTake',
  'pulledTo',
  'putAndTell',
  'putAway',
  'raiseDemo',
  'raiseStage',
  'raiseWalls',
  'raiseWorld',
  'rateFrom',
  'readFragment',
  'readTagged',
  'rememberLines',
  'reviewKeyOf',
  'rightsOf',
  'rolesThatHold',
  'roomOf',
  'sheetOf',
  'sheetRoutes',
  'showWhole',
  'shownOf',
  'smpteOf',
  'spokenOf',
  'stageKeyOf',
  'stageOf',
  'startLanguages',
  'steadyAddress',
  'stepFrom',
  'strangersOf',
  'strokeOf',
  'stylesSaid',
  'subtitleCues',
  'subtitleFragments',
  'subtitleWording',
  'suggestionsFor',
  'takenBack',
  'tellBefore',
  'tellLifted',
  'termsIn',
  'threadsOf',
  'timeFrom',
  'tmxOf',
  'touchedSince',
  'translatorInSight',
  'typeOver',
  'typedOf',
  'untilDrawn',
  'untilKept',
  'useAccessInShort',
  'useAct',
  'useActs',
  'useAnswer',
  'useAnswerAboutMe',
  'useArrivals',
  'useAssetAtHand',
  'useBoard',
  'useCodeWords',
  'useCovered',
  'useDeck',
  'useDesk',
  'useDownloading',
  'useEntry',
  'useFound',
  'useGiver',
  'useInStep',
  'useKeeper',
  'useLeaving',
  'useMarking',
  'useMoving',
  'useOffers',
  'useOpened',
  'usePasswordFault',
  'usePlaces',
  'useReel',
  'useRooms',
  'useSame',
  'useSpeech',
  'useStudioKeeper',
  'useTradeNames',
  'useWatching',
  'useWhole',
  'useWhy',
  'useWorkflowKeeper',
  'usualBoard',
  'waitingFor',
  'whatIsAsked',
  'whoOf',
  'whyNot',
  'wordingOf',
  'writeDown',
  'writeFragment',
]

/** Digests of migrations are stored in every database. */
const EXEMPT = [
  /^api\/migrations\//,
  /^api\/demo\/data\//,
  /^api\/test\/names\.test\.ts$/,
  /^(CHANGELOG|docs\/renamed-problem-codes)\.md$/,
]

const sources = readSources([
  '*.md',
  '{api,client,cli,docs,fonts,media,pdf,sandbox,scripts,subtitles,translation-memory,web}/**/*.{ts,tsx,mjs,js,css,md,sql,html}',
  'web/src/i18n/locales/en/*.json',
]).filter(({ path }) => !EXEMPT.some((pattern) => pattern.test(path)))

test('no retired word returns', () => {
  const words = new Set(RETIRED_WORDS)
  assert.deepEqual(
    findIn((line) => wordsOf(line).filter((word) => words.has(word))),
    [],
  )
})

test('no retired name returns', () => {
  const names = new RegExp(String.raw`\b(?:${RETIRED_NAMES.join('|')})\b`, 'g')
  assert.deepEqual(
    findIn((line) => line.match(names) ?? []),
    [],
  )
})

/** Names that say how a value came about instead of what it is. Each was used for many things. */
const VAGUE = 'facts|found|known|shown|told|wanted'
const DECLARED = [
  String.raw`(?:const|let) (?:\{[^}=]*)?\b(?:${VAGUE})\b`,
  String.raw`\((?:\{[^}=]*)?\b(?:${VAGUE})\b[^()]*\) =>`,
].map((pattern) => new RegExp(pattern, 'g'))

test('no value of the service is named after how it came about', () => {
  const service = readSources(['api/src/**/*.ts']).filter((file) => !isTest(file))
  assert.deepEqual(
    service.flatMap(({ path, text }) =>
      DECLARED.flatMap((pattern) => text.match(pattern) ?? []).map((match) => `${path} ${match}`),
    ),
    [],
  )
})

test('finds a retired word inside an identifier', () => {
  assert.deepEqual(wordsOf('const raiseTide = tide_id + LABOUR'), [
    'const',
    'raise',
    'tide',
    'tide',
    'id',
    'labour',
  ])
})

function findIn(retiredIn: (line: string) => string[]): string[] {
  return sources.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => {
      return retiredIn(line).map((word) => `${path}:${index + 1} ${word}`)
    }),
  )
}

/** `raiseTide` and `tide_id` contain the word `tide`. */
function wordsOf(line: string): string[] {
  return (line.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase())
}
