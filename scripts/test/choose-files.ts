// The tiers of tests. A test file belongs to the tier that its path says:
//   *.nightly.test.ts           broad rather than likely to break; only test:all
//   *.test.ts                   npm test
//   web/browser/journeys/       one journey per role; npm test
//   web/browser/*.spec.ts       every other browser test; test:browser
//   web/browser/nightly/        only test:all
import { globSync } from 'node:fs'

/** `projects` are those of `web/playwright.config.ts`. */
export type ChosenFiles = { files: string[]; specs: string[]; projects: string[] }
type Choice = {
  words: readonly string[]
  all: boolean
  browser: readonly string[]
  /** Only tests of the API, without a browser. */
  ofApi: boolean
}

const ALL_PROJECTS = ['journeys', 'chromium', 'firefox', 'nightly']

export function chooseFiles({ words, all, browser, ofApi }: Choice): ChosenFiles {
  if (words.length > 0) return chooseNamed(words)
  if (browser.length > 0) return { files: [], specs: [], projects: [...browser] }
  if (ofApi)
    return {
      files: findTests().filter((file) => file.startsWith('api/') && !isNightly(file)),
      specs: [],
      projects: [],
    }
  return {
    files: findTests().filter((file) => all || !isNightly(file)),
    specs: [],
    projects: all ? ALL_PROJECTS : ['journeys'],
  }
}

/** Of all tiers. */
function chooseNamed(words: readonly string[]): ChosenFiles {
  const isNamed = (file: string) => words.some((word) => file.includes(word))
  const specs = find('web/browser/**/*.spec.ts').filter(isNamed)
  return {
    files: findTests().filter(isNamed),
    specs,
    projects: [...new Set(specs.map(projectOf))],
  }
}

const findTests = () =>
  find(
    '{api,client,cli,fonts,media,pdf,sandbox,subtitles,translation-memory,web,scripts}/**/*.test.ts',
  )

const find = (pattern: string) =>
  globSync(pattern, { exclude: (path) => path.includes('node_modules') }).toSorted()

const isNightly = (file: string) => file.endsWith('.nightly.test.ts')

function projectOf(spec: string): string {
  if (spec.startsWith('web/browser/journeys/')) return 'journeys'
  return spec.startsWith('web/browser/nightly/') ? 'nightly' : 'chromium'
}
