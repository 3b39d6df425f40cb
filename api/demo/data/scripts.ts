// The dialogue and graphics of the demo's trailers, in the ordered languages. All of it is
// invented.
type Texts = Record<string, string[]>
type Script = { spoken: Texts; cards: Texts }

const velmarra: Script = {
  spoken: {
    eng: [
      'They say the wind in Velmarra<br>has a memory.',
      'Then why did it forget us?',
      'Seven kites. One rope.',
      'Cut it, and the town goes with it.',
      'I only ever wanted to see the sea.',
      "<i>Hold on, Oda. Don't look down.</i>",
      'Who taught you to fly?',
      'My grandmother.<br>And a very bad storm.',
    ],
    deu: [
      'Man sagt, der Wind von Velmarra<br>vergisst nichts.',
      'Warum hat er dann uns vergessen?',
      'Sieben Drachen. Ein Seil.',
      'Kapp es, und die Stadt fliegt mit.',
      'Ich wollte doch nur das Meer sehen.',
      '<i>Halt dich fest, Oda. Sieh nicht hinunter.</i>',
      'Wer hat dir das Fliegen beigebracht?',
      'Meine Großmutter.<br>Und ein sehr schlimmer Sturm.',
    ],
    fra: [
      'On dit que le vent de Velmarra<br>a de la mémoire.',
      'Alors pourquoi nous a-t-il oubliés ?',
      'Sept cerfs-volants. Une seule corde.',
      "Coupe-la, et la ville s'envole avec.",
      'Je voulais seulement voir la mer.',
      '<i>Tiens bon, Oda. Ne regarde pas en bas.</i>',
      "Qui t'a appris à voler ?",
      'Ma grand-mère.<br>Et une très vilaine tempête.',
    ],
    jpn: [
      'ヴェルマーラの風は<br>すべてを覚えている',
      'なぜ私たちを忘れたの？',
      '七つの凧　一本の綱',
      '切れば　町ごと飛んでいく',
      '海が見たかっただけなのに',
      '<i>つかまって　オダ<br>下を見ないで</i>',
      '誰に飛び方を教わった？',
      'おばあちゃんと<br>ひどい嵐に',
    ],
    ara: [
      'يقولون إن لريح فيلمارا<br>ذاكرة لا تنسى.',
      'فلماذا نسيتنا إذن؟',
      'سبع طائرات ورقية. وحبل واحد.',
      'اقطعه، فترحل المدينة معه.',
      'لم أُرد سوى أن أرى البحر.',
      'تمسّكي يا أودا. لا تنظري إلى الأسفل.',
      'من علّمكِ الطيران؟',
      'جدّتي.<br>وعاصفة هوجاء.',
    ],
    hin: [
      'कहते हैं, वेलमारा की हवा<br>सब याद रखती है।',
      'तो फिर हमें क्यों भूल गई?',
      'सात पतंगें। एक डोर।',
      'इसे काटो, तो शहर भी उड़ जाएगा।',
      'मुझे तो बस समुद्र देखना था।',
      'पकड़े रहो, ओदा। नीचे मत देखो।',
      'तुम्हें उड़ना किसने सिखाया?',
      'मेरी दादी ने।<br>और एक भयानक तूफ़ान ने।',
    ],
    por: [
      'Dizem que o vento de Velmarra<br>tem memória.',
      'Então por que se esqueceu de nós?',
      'Sete pipas. Uma só corda.',
      'Corte-a, e a cidade vai junto.',
      'Eu só queria ver o mar.',
      '<i>Segure firme, Oda. Não olhe para baixo.</i>',
      'Quem te ensinou a voar?',
      'Minha avó.<br>E uma tempestade daquelas.',
    ],
    pol: [
      'Mówią, że wiatr w Velmarze<br>wszystko pamięta.',
      'To dlaczego zapomniał o nas?',
      'Siedem latawców. Jedna lina.',
      'Przetnij ją, a miasto odleci razem z nią.',
      'Chciałam tylko zobaczyć morze.',
      '<i>Trzymaj się, Oda. Nie patrz w dół.</i>',
      'Kto cię nauczył latać?',
      'Babcia.<br>I bardzo zła burza.',
    ],
    spa: [
      'Dicen que el viento de Velmarra<br>tiene memoria.',
      '¿Entonces por qué nos olvidó?',
      'Siete papalotes. Una sola cuerda.',
      'Córtala y el pueblo se va con ella.',
      'Yo solo quería ver el mar.',
      '<i>Agárrate, Oda. No mires abajo.</i>',
      '¿Quién te enseñó a volar?',
      'Mi abuela.<br>Y una tormenta terrible.',
    ],
    kor: [
      '벨마라의 바람은<br>모든 걸 기억한대',
      '그런데 왜 우릴 잊었을까?',
      '일곱 개의 연, 하나의 줄',
      '끊으면 마을도 함께 날아가',
      '난 그저 바다가 보고 싶었어',
      '꽉 잡아, 오다. 아래는 보지 마',
      '누가 나는 법을 가르쳐 줬어?',
      '할머니요<br>그리고 아주 사나운 폭풍이요',
    ],
    swe: [
      'De säger att vinden i Velmarra<br>har ett minne.',
      'Varför glömde den då oss?',
      'Sju drakar. Ett enda rep.',
      'Kapa det, och staden följer med.',
      'Jag ville ju bara se havet.',
      '<i>Håll i dig, Oda. Titta inte ner.</i>',
      'Vem lärde dig flyga?',
      'Min mormor.<br>Och en riktigt elak storm.',
    ],
  },
  cards: {
    eng: ['This winter', 'Some winds never let go', 'Only in cinemas', 'In cinemas 18 December'],
    deu: ['Diesen Winter', 'Manche Winde lassen nie los', 'Nur im Kino', 'Ab 18. Dezember im Kino'],
    pol: ['Tej zimy', 'Niektóre wiatry nie puszczają', 'Tylko w kinach'],
    kor: ['올겨울', '놓아주지 않는 바람', '극장 개봉'],
  },
}

const almanac: Script = {
  spoken: {
    eng: [
      'Every tide, the almanac<br>writes itself.',
      'And tonight?',
      'Tonight it wrote your name.',
      'Burn it.',
      "Salt doesn't burn.",
    ],
    deu: [
      'Mit jeder Flut schreibt sich<br>der Almanach von selbst.',
      'Und heute Nacht?',
      'Heute Nacht steht dein Name darin.',
      'Verbrenn ihn.',
      'Salz brennt nicht.',
    ],
    fra: [
      "À chaque marée,<br>l'almanach s'écrit tout seul.",
      'Et ce soir ?',
      'Ce soir, il a écrit ton nom.',
      'Brûle-le.',
      'Le sel ne brûle pas.',
    ],
    jpn: [
      '潮が満ちるたび<br>暦はひとりでに書かれる',
      'では　今夜は？',
      '君の名が記された',
      '燃やして',
      '塩は燃えない',
    ],
    ara: [
      'مع كل مدّ،<br>يكتب التقويم نفسه.',
      'والليلة؟',
      'الليلة كتب اسمك.',
      'أحرقه.',
      'الملح لا يحترق.',
    ],
    pol: [
      'Z każdym przypływem<br>almanach pisze się sam.',
      'A dziś w nocy?',
      'Dziś zapisał twoje imię.',
      'Spal go.',
      'Sól się nie pali.',
    ],
    afr: [
      'Met elke gety skryf<br>die almanak homself.',
      'En vanaand?',
      'Vanaand het dit jou naam geskryf.',
      'Verbrand dit.',
      'Sout brand nie.',
    ],
  },
  cards: { eng: ['A new tide every Thursday'] },
}

const orbit: Script = {
  spoken: { eng: ['Grandmother has left for orbit.', 'She took the good teapot.'] },
  cards: { eng: ['She will be back for supper'] },
}

const umbrella: Script = {
  spoken: {
    eng: ['Order! Order under the umbrellas!'],
    spa: ['¡Orden! ¡Orden bajo los paraguas!'],
  },
  cards: { eng: ['Parliament opens in the rain'] },
}

export const SCRIPTS = { velmarra, almanac, orbit, umbrella }
export type ScriptKey = keyof typeof SCRIPTS

/** Who translates into which language; into the others the vendor does. */
export const TRANSLATORS = {
  deu: 'lieselotte',
  fra: 'corentin',
  jpn: 'kanade',
  ara: 'idris',
  hin: 'kavya',
  por: 'iracema',
  pol: 'bogna',
} as const
