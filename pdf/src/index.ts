export { jpegSize } from './jpeg.ts'
export { writeTable, type Cell, type PdfColumn, type PdfTable, type Picture } from './table.ts'
