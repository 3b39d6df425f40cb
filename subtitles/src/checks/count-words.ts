// Words beside numbers, by language: they tell a number of things from a number of something.
export type CountWords = {
  /** What has a number: chapter 3, room 7. */
  numbered: ReadonlySet<string>
  /** Words after a number that are not what it counts: 3 to 1, 5 in the morning. */
  others: ReadonlySet<string>
  /** What a plural looks like. */
  plural: RegExp
  /** Who has things: We have 3. */
  owners?: ReadonlySet<string>
}

const set = (words: string) => new Set(words.split(/\s+/))
const NEVER = /(?!)/

export const COUNT_WORDS: Readonly<Record<string, CountWords>> = {
  en: {
    numbered: set(
      'chapter part act scene episode season volume book verse page line row column lesson exercise step stage phase level round lap game set match day week month year number no nr figure table item question answer option choice plan case article section paragraph clause rule code channel station gate platform track terminal pier dock exit floor room cell ward bed seat table apartment suite house block lot unit sector zone area district route highway interstate road street bus flight train car lane runway bay camp base site field team group squad division company class grade type model version size camera take reel tape disc disk file form button door window key box locker bin hole hour minute second protocol agent subject patient player suspect victim witness exhibit test sample batch formula engine mission apollo gemini windows psalm corinthians',
    ),
    others: set(
      'to or and in on at by for from with is are was were be has had have if then than that as but so minus plus times divided percent point o am pm ams pms out off up per past till until before after hundred thousand million billion squared',
    ),
    plural: /^(?:\p{Ll}{2,}(?<![iu]|s)s|of|men|women|children|people|feet|teeth|mice|geese)$/u,
    owners: set('have has had need needs want wants got'),
  },
  de: {
    numbered: set(
      'kapitel teil akt szene folge staffel band buch vers seite zeile reihe spalte lektion übung schritt stufe phase ebene runde spiel satz tag woche monat jahr nummer nr abbildung tabelle frage antwort option plan fall artikel abschnitt absatz paragraf regel code kanal sender station gleis bahnsteig tor terminal ausgang etage stock zimmer zelle bett platz sitz tisch wohnung haus block einheit sektor zone gebiet bezirk route straße linie bus flug zug wagen spur bahn lager basis feld team gruppe abteilung kompanie klasse stufe typ modell version größe kamera einstellung rolle band akte formular knopf tür fenster schlüssel kiste fach loch stunde minute sekunde agent patient spieler zeuge probe charge formel mission sorte ziffer punkt',
    ),
    others: set(
      'bis zu von oder und in an auf ist sind war waren hat haben hatte wenn dann als aber so minus plus mal geteilt prozent komma uhr pro nach vor hundert tausend million millionen milliarde milliarden hoch',
    ),
    plural: NEVER,
    owners: set('habe hast hat haben habt hatte hatten brauche brauchen sind'),
  },
  fr: {
    numbered: set(
      'chapitre partie acte scène épisode saison tome volume livre verset page ligne rangée colonne leçon exercice étape phase niveau manche tour jeu set match jour semaine mois année numéro no figure tableau question réponse option plan cas article section paragraphe alinéa règle code chaîne station porte quai voie terminal sortie étage chambre cellule lit place siège table appartement maison bloc bâtiment unité secteur zone quartier route rue ligne bus vol train voiture piste camp base site terrain équipe groupe division compagnie classe type modèle version taille caméra prise bobine bande dossier formulaire bouton clé boîte casier trou heure minute seconde agent sujet patient joueur suspect témoin pièce test échantillon lot formule mission canal tranche point',
    ),
    others: set(
      'à de ou et en est sont était étaient a ont si puis que mais donc moins plus fois divisé pour virgule heures heure sur par avant après cents cent mille millions million milliards milliard contre au',
    ),
    plural: /^\p{Ll}{2,}[sx]$/u,
  },
  it: {
    numbered: set(
      'capitolo parte atto scena episodio stagione tomo volume libro verso pagina riga fila colonna lezione esercizio passo fase livello turno giro gioco set partita giorno settimana mese anno numero nr figura tabella domanda risposta opzione piano caso articolo sezione paragrafo comma regola codice canale stazione porta uscita binario molo terminale stanza camera cella letto posto sedile tavolo appartamento casa blocco palazzo unità settore zona quartiere strada via linea autobus volo treno carrozza corsia pista campo base sito squadra gruppo divisione compagnia classe tipo modello versione taglia telecamera ripresa rullo nastro fascicolo modulo pulsante chiave scatola armadietto buca ora minuto secondo agente soggetto paziente giocatore sospettato testimone reperto prova campione lotto formula missione binario punto',
    ),
    others: set(
      'a ad di o e ed in è sono era erano ha hanno se poi che ma quindi meno più per diviso virgola ore su dopo prima cento mila milioni milione miliardi miliardo contro al alle',
    ),
    plural: /^\p{Ll}{2,}[ie]$/u,
  },
  es: {
    numbered: set(
      'capítulo parte acto escena episodio temporada tomo volumen libro verso versículo página línea fila columna lección ejercicio paso etapa fase nivel ronda vuelta juego set partido día semana mes año número no figura tabla pregunta respuesta opción plan caso artículo sección párrafo regla código canal estación puerta andén vía muelle terminal salida piso planta habitación cuarto celda cama asiento mesa apartamento casa bloque edificio unidad sector zona área distrito ruta carretera calle autobús vuelo tren vagón carril pista campamento base sitio campo equipo grupo división compañía clase tipo modelo versión talla cámara toma rollo cinta expediente formulario botón llave caja casillero hoyo hora minuto segundo agente sujeto paciente jugador sospechoso testigo prueba muestra lote fórmula misión punto',
    ),
    others: set(
      'a de o u y e en es son era eran está están ha han si luego que pero así menos más por dividido entre para coma horas sobre tras cien mil millones millón contra al',
    ),
    plural: /^\p{Ll}{2,}s$/u,
  },
  pt: {
    numbered: set(
      'capítulo parte ato cena episódio temporada tomo volume livro verso versículo página linha fila coluna lição exercício passo etapa fase nível rodada volta jogo set partida dia semana mês ano número no figura tabela pergunta resposta opção plano caso artigo seção secção parágrafo regra código canal estação porta portão plataforma cais terminal saída andar piso quarto sala cela cama lugar assento mesa apartamento casa bloco prédio unidade setor zona área distrito rota estrada rua autocarro ônibus voo trem comboio vagão faixa pista acampamento base local campo equipe equipa time grupo divisão companhia classe tipo modelo versão tamanho câmera câmara tomada rolo fita processo formulário botão chave caixa armário buraco hora minuto segundo agente sujeito paciente jogador suspeito testemunha prova amostra lote fórmula missão ponto',
    ),
    others: set(
      'a de do da ou e em é são era eram está estão há se depois que mas então menos mais por dividido vezes para vírgula horas sobre após cem mil milhões milhão contra ao às',
    ),
    plural: /^\p{Ll}{2,}s$/u,
  },
}
