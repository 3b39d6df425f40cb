// The CSV table as a workbook.
import { toCells } from './csv/cells.ts'
import { columnsFor } from './csv/columns.ts'
import { createTableReader } from './csv/table.ts'
import type { Format } from './format.ts'
import { createReport, refuse } from './report.ts'
import { writeResult } from './results.ts'
import { readSheet } from './xlsx/read.ts'
import { writeSheet } from './xlsx/write.ts'

export const xlsx: Format = {
  name: 'xlsx',
  title: 'Excel',
  mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  read(bytes, options) {
    const table = createTableReader(options.rate, createReport(options))
    const sheet = readSheet(bytes, (cells, row) =>
      table.add(cells, (column) => ({ line: row + 1, column: column + 1 })),
    )
    if (!sheet.ok) return sheet
    return sheet.isEmpty ? refuse('The sheet is empty') : table.finish()
  },
  write: (cues) =>
    writeResult(cues, () => {
      const columns = columnsFor(cues)
      return writeSheet([
        columns,
        ...cues.map((cue) => toCells(cue, columns).map((cell) => String(cell ?? ''))),
      ])
    }),
}
