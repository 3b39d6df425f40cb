// A QC report as one HTML file that needs nothing else.
import { formatTimecode } from '@reelay/subtitles'
import { escapeXml } from '@reelay/subtitles/xml'
import type { Report, ReportRow } from './check-report.ts'

/** `sheets` are the sprite sheets of the stills as data URLs. Each is in the file once. */
export const writeReportPage = (
  { title, summary, rows }: Report,
  sheets: readonly string[],
): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeXml(title)}</title>
<style>${STYLE}${sheets.map((url, n) => `.sheet${n}{background-image:url(${url})}`).join('')}</style>
</head>
<body>
<h1 dir="auto">${escapeXml(title)}</h1>
<p>${escapeXml(summary)}</p>
${rows.length > 0 ? writeTable(rows, sheets.length > 0) : '<p>No findings.</p>'}
</body>
</html>
`

const writeTable = (rows: readonly ReportRow[], hasStills: boolean) => `<table>
<thead><tr>${[
  'Line',
  'Time',
  ...(hasStills ? ['Still'] : []),
  'Severity',
  'Rule',
  'Finding',
  'Text',
]
  .map((heading) => `<th scope="col">${heading}</th>`)
  .join('')}</tr></thead>
<tbody>
${rows.map((row) => writeRow(row, hasStills)).join('\n')}
</tbody>
</table>`

const writeRow = (
  { line, times, severity, rule, title, message, text, still }: ReportRow,
  hasStills: boolean,
) =>
  `<tr><th scope="row">${line}</th><td class="time">${times.join('<br>')}</td>${
    hasStills ? `<td>${writeStill(still)}</td>` : ''
  }<td class="${severity}">${severity}</td><td title="${escapeXml(title)}">${rule}</td><td dir="auto">${escapeXml(message)}</td><td dir="auto" class="text">${escapeXml(text)}</td></tr>`

const writeStill = (still: ReportRow['still']) =>
  still
    ? `<div class="still sheet${still.sheet}" role="img" aria-label="Picture of the film at ${formatTimecode(Math.round(still.start * 1000))}" style="width:${still.width}px;height:${still.height}px;background-position:-${still.x}px -${still.y}px"></div>`
    : ''

const STYLE = [
  'body{font:15px/1.5 system-ui,sans-serif;margin:2rem;color:#1a1a1a;background:#fff}',
  'h1{font-size:1.4rem;margin:0}',
  'table{border-collapse:collapse;width:100%}',
  'th,td{text-align:start;vertical-align:top;padding:.4rem .8rem .4rem 0;border-bottom:1px solid #ccc}',
  '.time{font-variant-numeric:tabular-nums;white-space:nowrap}',
  '.text{white-space:pre-line}',
  '.error{color:#a11414;font-weight:600}',
  '.still{print-color-adjust:exact;-webkit-print-color-adjust:exact}',
  'tr{break-inside:avoid}',
  // On phones each finding is a block, because the table would not fit.
  '@media(max-width:45rem){body{margin:1rem}thead{display:none}tr{display:flex;flex-wrap:wrap;gap:0 .8rem;padding:.6rem 0;border-bottom:1px solid #ccc}th,td{border:0;padding:.2rem 0}td[dir]{flex-basis:100%}}',
].join('')
