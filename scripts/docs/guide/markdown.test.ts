import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderMarkdown } from './markdown.ts'

const render = (text: string) =>
  renderMarkdown(text, (target) =>
    /^(https?:|\w+\.md|#)/.test(target) ? target : undefined,
  ).html.trim()

const cases: [name: string, markdown: string, html: string][] = [
  ['renders a paragraph of two lines', 'One\ntwo.\n\nThree.', '<p>One\ntwo.</p>\n<p>Three.</p>'],
  [
    'renders emphasis, but not single asterisks',
    '**much** and *some*, 2 * 3 * 4, a*b*c',
    '<p><strong>much</strong> and <em>some</em>, 2 * 3 * 4, a*b*c</p>',
  ],
  [
    'renders code that contains backticks',
    '`a < b` and `` ` ``',
    '<p><code>a &lt; b</code> and <code>`</code></p>',
  ],
  ['renders no markup inside code', '`**a** [b](c.md)`', '<p><code>**a** [b](c.md)</code></p>'],
  [
    'renders links with code inside emphasis',
    '**[`GET /x`](a.md)** <https://x.example>',
    '<p><strong><a href="a.md"><code>GET /x</code></a></strong> <a href="https://x.example">https://x.example</a></p>',
  ],
  [
    'renders an unresolved link as its text',
    'See [the source](../api/src/app.ts).',
    '<p>See the source.</p>',
  ],
  [
    'renders an image',
    '![A *map*](https://x.example/m.png)',
    '<p><img src="https://x.example/m.png" alt="A *map*" loading="lazy"></p>',
  ],
  ['renders escaped characters', '\\*not\\* \\<i>', '<p>*not* &lt;i&gt;</p>'],
  [
    'renders nested lists and paragraphs in items',
    '- one\n  more\n- two\n  - inner\n\n  apart\n- three',
    '<ul>\n<li>\n<p>one\nmore</p>\n</li>\n<li>\n<p>two</p>\n<ul>\n<li>inner</li>\n</ul>\n<p>apart</p>\n</li>\n<li>\n<p>three</p>\n</li>\n</ul>',
  ],
  ['renders a numbered list', '1. one\n2. two', '<ol>\n<li>one</li>\n<li>two</li>\n</ol>'],
  ['renders a block quote', '> said\n> twice', '<blockquote>\n<p>said\ntwice</p>\n</blockquote>'],
  [
    'renders fenced code unchanged',
    '```sh skip: why\ncurl "$A" # <b>\n\n- x\n```',
    '<div class="code"><pre tabindex="0"><code data-language="sh">curl &quot;$A&quot; # &lt;b&gt;\n\n- x\n</code></pre></div>',
  ],
  [
    'closes an open fence at the end of the page',
    '```\na',
    '<div class="code"><pre tabindex="0"><code data-language="">a</code></pre></div>',
  ],
  ['renders a horizontal rule', 'a\n\n---\n\nb', '<p>a</p>\n<hr>\n<p>b</p>'],
  ['hides HTML comments', '<!-- one\ntwo -->\na', '<p>a</p>'],
  [
    'renders tables with escaped pipes, empty headers and alignment',
    '| | b |\n|---|:-:|\n| `x\\|y` | 1<br>2 |',
    '<div class="table" tabindex="0"><table>\n<thead>\n<tr>\n<td></td>\n<th class="middle">b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>x|y</code></td>\n<td class="middle">1<br>2</td>\n</tr>\n</tbody>\n</table></div>',
  ],
]
for (const [name, markdown, html] of cases) test(name, () => assert.equal(render(markdown), html))

test('gives headings unique anchors like code hosting sites', () => {
  const { headings, html } = renderMarkdown(
    '# A\n## `GET /a/:id`\n## Über *uns*!\n## A',
    () => undefined,
  )
  assert.deepEqual(
    headings.map(({ anchor }) => anchor),
    ['a', 'get-aid', 'über-uns', 'a-1'],
  )
  assert.match(
    html,
    /<h2 id="get-aid"><code>GET \/a\/:id<\/code> <a class="anchor" href="#get-aid" aria-label="Link to GET \/a\/:id">#<\/a><\/h2>/,
  )
})

const hostile = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '[x](https://a"onmouseover="alert(1))',
  '![x" onerror="alert(1)](https://a)',
  '# <svg onload=alert(1)>',
  '```"><script>alert(1)</script>\nx\n```',
  '| <b onclick=alert(1)> |\n|---|\n| <script> |',
  '> <iframe src=//x>',
  '- <a href=javascript:alert(1)>x</a>',
  '`</code><script>`',
  '<https://x"><script>',
  '**<script>**',
  '[<script>](a.md)',
  '<!-- --><script>alert(1)</script>',
]
for (const text of hostile)
  test(`does not pass HTML of ${JSON.stringify(text)} through`, () => {
    const html = render(text)
    assert.doesNotMatch(
      html,
      /<(script|svg|iframe|b)\b|javascript:alert\(1\)"|<[^>]*"\s*on\w+=/i,
      html,
    )
  })

test('finishes on pathological input', () => {
  for (const piece of ['*', '**', '`', '[', '![', '](', '|', '- ', '> ', '#', '<!--', '\\', '**a '])
    render(piece.repeat(200))
  render('- a\n'.repeat(5_000))
})
