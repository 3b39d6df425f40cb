// Sentences that no fix may change, by language: from the rules of each language for what has a
// number, scores, times, dates, measures, prices and names.
const NUMBERS = ['2', '3', '5', '8']
type Patterns = {
  /** What has a number. */
  numbered: string
  /** {} is one of the numbered words with a number. */
  frames: readonly string[]
  /** {} is a number. */
  sentences: readonly string[]
}

const PATTERNS: Record<string, Patterns> = {
  eng: {
    numbered:
      'Chapter Part Act Scene Episode Season Volume Page Lesson Level Round Game Day Week Number Question Option Plan Case Article Section Rule Channel Gate Platform Track Terminal Exit Floor Room Cell Table Apartment Block Unit Sector Zone Area Route Flight Lane Camp Team Type Model Version Camera Take File Button Door Engine Phase Stage Step',
    frames: ['{}.', 'It was in {}.', '{} is closed.'],
    sentences: [
      'We lost {} to 1.',
      'They won 4 to {}.',
      'It is {}:15.',
      'Come at {} p.m.',
      'It ended {}–1.',
      'A {} x 4 car.',
      'We paid ${} for it.',
      'It grew {}%.',
      'It is {}.5 wide.',
      'On May {} we left.',
      'I live at {} Elm Street.',
      'Apollo {} landed.',
      'It is {} km away.',
      'He has {} or 4 left.',
      'Wait {} to 9 weeks.',
      'Item #{} is missing.',
      'No. {} is here.',
      'Take the A{} home.',
      'It is the {}th time.',
      '{}/4 of a mile.',
    ],
  },
  deu: {
    numbered:
      'Kapitel Teil Akt Szene Folge Staffel Band Seite Zeile Lektion Übung Stufe Phase Runde Spiel Tag Woche Nummer Frage Antwort Option Plan Fall Artikel Abschnitt Regel Kanal Gleis Bahnsteig Tor Terminal Ausgang Etage Zimmer Zelle Platz Tisch Wohnung Haus Block Einheit Sektor Zone Gebiet Route Linie Flug Wagen Lager Team Gruppe Klasse Typ Modell Version Kamera Akte Knopf Tür',
    frames: ['{}.', 'Es war in {}.', '{} ist zu.'],
    sentences: [
      'Es steht {} zu 1.',
      'Wir siegten 4 zu {}.',
      'Es ist {}:15 Uhr.',
      'Komm um {} Uhr.',
      'Es endete {}:1.',
      'Am {}. Mai war es.',
      'Das kostet {} €.',
      'Das sind {} %.',
      'Es ist {},5 breit.',
      'Apollo {} ist gelandet.',
      'Es sind {} km.',
      'Er hat {} oder 4 davon.',
      'Nimm die A{} heim.',
      'Im {}. Stock brennt es.',
      'Es dauert {} bis 9 Wochen.',
      'Das ist {}/4 davon.',
      'Der {}. Mann kam.',
      '{} × 4 ist viel.',
      'Es wiegt {} kg.',
      'Nr. {} fehlt.',
    ],
  },
  fra: {
    numbered:
      'Chapitre Partie Acte Scène Épisode Saison Tome Page Ligne Leçon Étape Phase Niveau Manche Jour Semaine Numéro Question Réponse Option Plan Cas Article Section Règle Chaîne Station Porte Quai Voie Terminal Sortie Étage Chambre Cellule Place Table Appartement Maison Bloc Unité Secteur Zone Route Ligne Vol Voiture Camp Équipe Groupe Classe Type Modèle Version Caméra Prise Dossier',
    frames: ['{}.', 'C’était dans {}.', '{} est là.'],
    sentences: [
      'On a perdu {} à 1.',
      'Ils ont gagné 4 à {}.',
      'Il est {}:15.',
      'Viens à {} h.',
      'Fini, {}–1.',
      'Le {} mai, on part.',
      'Ça coûte {} €.',
      'C’est {} %.',
      'Il fait {},5 de large.',
      'Apollo {} est là.',
      'C’est à {} km.',
      'Il en a {} ou 4.',
      'Prends l’A{} là.',
      'La {}e fois.',
      'De {} à 9 jours.',
      '{}/4 du gâteau.',
      'Il pèse {} kg.',
      '{} × 4, c’est tout.',
      'Louis, n° {}.',
      'Rendez-vous à {}h30.',
    ],
  },
  ita: {
    numbered:
      'Capitolo Parte Atto Scena Episodio Stagione Volume Pagina Riga Lezione Passo Fase Livello Turno Giorno Settimana Numero Domanda Risposta Opzione Piano Caso Articolo Sezione Regola Canale Stazione Porta Uscita Binario Terminale Stanza Camera Cella Posto Tavolo Appartamento Casa Blocco Unità Settore Zona Strada Linea Volo Carrozza Campo Squadra Gruppo Classe Tipo Modello Versione Fascicolo Modulo',
    frames: ['{}.', 'Era in {}.', '{} è chiuso.'],
    sentences: [
      'Abbiamo perso {} a 1.',
      'Hanno vinto 4 a {}.',
      'Sono le {}:15.',
      'È finita {}–1.',
      'Il {} maggio partiamo.',
      'Costa {} €.',
      'È il {}%.',
      'È largo {},5 in tutto.',
      'Apollo {} è qui.',
      'Sono {} km.',
      'Ne ha {} o 4.',
      'Prendi la A{} qui.',
      'La {}ª volta.',
      'Da {} a 9 giorni.',
      '{}/4 di torta.',
      'Pesa {} kg.',
      '{} × 4 è tutto.',
      'È il n° {}.',
      'Alle {}.30 in punto.',
      'Ci vediamo alle {}:00.',
    ],
  },
  spa: {
    numbered:
      'Capítulo Parte Acto Escena Episodio Temporada Tomo Página Línea Lección Paso Etapa Fase Nivel Ronda Día Semana Número Pregunta Respuesta Opción Plan Caso Artículo Sección Regla Canal Estación Puerta Andén Vía Terminal Salida Piso Planta Habitación Celda Asiento Mesa Apartamento Casa Bloque Unidad Sector Zona Ruta Carretera Vuelo Vagón Campamento Equipo Grupo Clase Tipo Modelo Versión Cámara',
    frames: ['{}.', 'Era en {}.', '{} está ahí.'],
    sentences: [
      'Perdimos {} a 1.',
      'Ganaron 4 a {}.',
      'Son las {}:15.',
      'Acabó {}–1.',
      'El {} mayo salimos.',
      'Cuesta {} €.',
      'Es el {} %.',
      'Mide {},5 de ancho.',
      'Apolo {} está aquí.',
      'Son {} km.',
      'Tiene {} o 4 más.',
      'Toma la A{} aquí.',
      'La {}ª vez.',
      'De {} a 9 días.',
      '{}/4 de tarta.',
      'Pesa {} kg.',
      '{} × 4 es todo.',
      'Es el n.º {}.',
      'A las {}.30 en punto.',
      'Nos vemos a las {}:00.',
    ],
  },
  por: {
    numbered:
      'Capítulo Parte Ato Cena Episódio Temporada Tomo Página Linha Lição Passo Etapa Fase Nível Rodada Dia Semana Número Pergunta Resposta Opção Plano Caso Artigo Seção Regra Canal Estação Porta Portão Plataforma Terminal Saída Andar Quarto Sala Cela Lugar Mesa Apartamento Casa Bloco Unidade Setor Zona Rota Estrada Voo Vagão Acampamento Equipe Grupo Classe Tipo Modelo Versão Câmera',
    frames: ['{}.', 'Era no {}.', '{} está aí.'],
    sentences: [
      'Perdemos {} a 1.',
      'Ganharam 4 a {}.',
      'São {}:15.',
      'Acabou {}–1.',
      'Em {} maio saímos.',
      'Custa {} €.',
      'É {}% disso.',
      'Mede {},5 de largura.',
      'Apolo {} está aqui.',
      'São {} km.',
      'Tem {} ou 4 mais.',
      'Pegue a A{} aqui.',
      'A {}ª vez.',
      'De {} a 9 dias.',
      '{}/4 de bolo.',
      'Pesa {} kg.',
      '{} × 4 é tudo.',
      'É o n.º {}.',
      'Às {}.30 em ponto.',
      'Até às {}:00.',
    ],
  },
}

export const UNCHANGED: Record<string, string[]> = Object.fromEntries(
  Object.entries(PATTERNS).map(([language, { numbered, frames, sentences }]) => [
    language,
    NUMBERS.flatMap((number) => [
      ...numbered
        .split(' ')
        .flatMap((word) => frames.map((frame) => frame.replace('{}', `${word} ${number}`))),
      ...sentences.map((sentence) => sentence.replace('{}', number)),
    ]),
  ]),
)
