// npm run proof:hostile [-- 17 18]: attacks a running service in 112 ways and says what was seen.
// Each class has negative controls, which plant a fault and expect that the attack succeeds.
import { CLASSES } from './hostile/catalog.ts'
import { startInstallation, type Installation } from './hostile/tools/installation.ts'
import { keyOf, runSuite } from './hostile/tools/run-suite.ts'
import type { HostileCase, HostileClass, NegativeControl } from './hostile/types.ts'

const numbers = process.argv.slice(2).map(Number)
const isChosen = ({ number }: HostileCase) => numbers.length === 0 || numbers.includes(number)
const classes = CLASSES.map((one) => ({ ...one, cases: one.cases.filter(isChosen) })).filter(
  ({ cases }) => cases.length > 0,
)
const counts = { passed: 0, failed: 0, controls: 0 }

const started = Date.now()
const failures = await runSuite(
  classes.flatMap(({ cases }) => cases.flatMap((one) => one.tests ?? [])),
)
const installation = await startInstallation()
try {
  for (const one of classes) await runClass(installation, one)
} finally {
  await installation.stop()
}
console.log(
  `\n${counts.passed} of ${counts.passed + counts.failed} cases passed, ${counts.controls} negative controls, ${Math.round((Date.now() - started) / 1000)} s`,
)
process.exit(counts.failed ? 1 : 0)

async function runClass(on: Installation, { name, cases, controls }: HostileClass) {
  console.log(`\n${name}`)
  for (const one of cases) await runCase(on, one)
  for (const one of controls) await runControl(on, one)
}

async function runCase(on: Installation, { number, title, run, tests = [] }: HostileCase) {
  const broken = tests.flatMap((one) => failures.get(keyOf(one)) ?? [])
  const label = `${String(number).padStart(3)} ${title}`
  try {
    if (broken.length) throw new Error(broken.join('; '))
    const seen = await run?.(on)
    const files = [...new Set(tests.map(([file]) => file))]
    const suite = files.length ? `${tests.length} of the suite: ${files.join(', ')}` : undefined
    report(true, label, [seen, suite].filter(Boolean).join(' · '))
  } catch (error) {
    report(false, label, (error as Error).message)
  }
}

async function runControl(on: Installation, { title, run }: NegativeControl) {
  try {
    const seen = await run(on)
    counts.controls++
    console.log(`✔     control: ${title} · ${seen}`)
  } catch (error) {
    counts.failed++
    console.log(`✘     control: ${title} · ${(error as Error).message}`)
  }
}

function report(isPassed: boolean, label: string, seen: string) {
  if (isPassed) counts.passed++
  else counts.failed++
  console.log(`${isPassed ? '✔' : '✘'} ${label} · ${seen.replaceAll('\n', ' ')}`)
}
