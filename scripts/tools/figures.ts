// Figures, and the table in which every bench and scenario prints them.

export type FigureColumn<Row> = [title: string, cell: (row: Row) => string]

/** As Markdown, for the documentation. The first column is text, the others are figures. */
export function formatTable<Row>(
  columns: readonly FigureColumn<Row>[],
  rows: readonly Row[],
): string {
  const cells = [
    columns.map(([title]) => title),
    ...rows.map((row) => columns.map(([, cell]) => cell(row))),
  ]
  const widths = columns.map((_column, index) =>
    Math.max(3, ...cells.map((line) => line[index]!.length)),
  )
  const [head, ...lines] = cells.map(
    (line) =>
      `| ${line.map((text, index) => (index ? text.padStart(widths[index]!) : text.padEnd(widths[index]!))).join(' | ')} |`,
  )
  const rule = `| ${widths.map((width, index) => (index ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width))).join(' | ')} |`
  return [head, rule, ...lines].join('\n')
}

/** The figure below which so many of the figures are, such as 0.99. */
export const quantile = (figures: readonly number[], share: number): number =>
  figures.toSorted((one, other) => one - other)[Math.floor((figures.length - 1) * share)] ?? NaN
export const median = (figures: readonly number[]): number => quantile(figures, 0.5)

/** Two or three digits. */
export const digits = (figure: number): string =>
  Number.isNaN(figure) ? '–' : figure.toFixed(figure < 10 ? 2 : figure < 100 ? 1 : 0)
