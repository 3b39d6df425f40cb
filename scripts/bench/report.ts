export const BARE = 'bare server'
export type Figures = { name: string; perSecond: number; p50: number; p99: number; serviceCpu: number; databaseCpu: number }
export type Report = { figures: Figures[]; bareShare: number; deepRatio: number; deepRatioWithQ: number; memory: number; bytes: number }

const COLUMNS: [string, (figures: Figures, bare: Figures) => string][] = [
  ['', ({ name }) => name],
  ['requests/s', ({ perSecond }) => perSecond.toFixed(perSecond < 100 ? 1 : 0)],
  ['p50 ms', ({ p50 }) => p50.toFixed(2)],
  ['p99 ms', ({ p99 }) => p99.toFixed(2)],
  ['node µs', ({ serviceCpu }) => whole(serviceCpu)],
  ['postgres µs', ({ databaseCpu }) => whole(databaseCpu)],
  ['of bare', ({ perSecond }, bare) => percent(perSecond / bare.perSecond)],
  ['by CPU', (figures, bare) => percent(cpu(bare) / cpu(figures))],
]

export function printed(report: Report): string {
  const bare = report.figures.find(({ name }) => name === BARE)!
  const rows = [COLUMNS.map(([title]) => title), ...report.figures.map((figures) => COLUMNS.map(([, cell]) => cell(figures, bare)))]
  const widths = COLUMNS.map((_column, at) => Math.max(...rows.map((row) => row[at]!.length)))
  const lines = rows.map((row) => row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join('  '))
  return [
    lines[0], '-'.repeat(lines[0]!.length), ...lines.slice(1), '',
    `GET /workrequests/{id} (${report.bytes} bytes) reaches ${percent(report.bareShare)} of the bare server. Aim: 25 % or more.`,
    `A page at offset 500,000 takes ${report.deepRatio.toFixed(2)} times the first page, with q ${report.deepRatioWithQ.toFixed(2)} times. Aim: 3 or less.`,
    `Memory of the service after all this: ${whole(report.memory)} MB. Aim: less than 250.`,
  ].join('\n')
}

const cpu = ({ serviceCpu, databaseCpu }: Figures) => serviceCpu + databaseCpu
const percent = (share: number) => (Number.isNaN(share) ? '–' : `${(share * 100).toFixed(1)} %`)
const whole = (figure: number) => (Number.isNaN(figure) ? '–' : figure.toFixed(0))

export function median(figures: number[]): number {
  return figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)]!
}
