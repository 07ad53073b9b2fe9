import { Counter, Gauge } from 'prom-client'
import type { News } from '../../db/news.ts'
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
    new Counter({
      name: 'marquee_kept_answer_requests_total',
      help: 'Requests for public answers: hit, answered from memory; miss, the answer had to be made.',
      labelNames: ['result'],
      registers,
      collect() {
        const { hits, misses } = cache.load()
        this.reset()
        this.inc({ result: 'hit' }, hits)
        this.inc({ result: 'miss' }, misses)
      },
    }),
    new Counter({
      name: 'marquee_kept_answer_evictions_total',
      help: 'Public answers removed because the memory for them was full.',
      registers,
      collect() {
        this.reset()
        this.inc(cache.load().evictions)
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
