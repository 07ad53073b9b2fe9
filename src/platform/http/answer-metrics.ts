import { Gauge } from 'prom-client'
import type { News } from '../db/news.ts'
import type { AnswerCache } from './answer-cache.ts'

/** How many answers are kept, how large they are, and whether they may live longer than their second. */
export function answerMetrics(cache: Pick<AnswerCache, 'load'>, news: News) {
  const registers: [] = []
  return [
    new Gauge({
      name: 'marquee_kept_answers',
      help: 'Public answers kept in memory.',
      registers,
      collect() {
        this.set(cache.load().answers)
      },
    }),
    new Gauge({
      name: 'marquee_kept_answer_bytes',
      help: 'Bytes of the public answers kept in memory, encodings included; 64 MiB at the most.',
      registers,
      collect() {
        this.set(cache.load().bytes)
      },
    }),
    new Gauge({
      name: 'marquee_others_heard',
      help: '1 while every write of other processes is heard; 0 while kept answers end every second.',
      registers,
      collect() {
        this.set(news.heardSince() === undefined ? 0 : 1)
      },
    }),
  ]
}
