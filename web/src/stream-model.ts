// Answers of a stream, computed on the page as range/stream_counter.h does: the fewest finished blocks, added up.
import { countAnswer, type Answer, type Answerer } from "./range-model";
import type { RangeNode, RangeStream } from "./range-types";

export class StreamAnswerer implements Answerer {
  constructor(private readonly stream: RangeStream) {}

  knows(): boolean {
    return true;
  }

  answer(first: number, last: number): Answer {
    const blocks = this.nodes(first, last);
    const estimate = blocks.reduce((sum, block) => sum + block.estimate, 0);
    const variance = blocks.reduce((sum, block) => sum + block.std_error ** 2, 0);
    return countAnswer(estimate, variance, this.stream);
  }

  nodes(first: number, last: number): RangeNode[] {
    return this.stream.epochs.flatMap(({ start, length, variances, estimates }) => {
      const blocks: RangeNode[] = [];
      const end = Math.min(last + 1, start + length);
      for (let at = Math.max(first, start); at < end; ) {
        // The largest block that begins here and ends in time: a power of two that divides the place in the epoch.
        let level = 0;
        while (level + 1 < estimates.length && (at - start) % 2 ** (level + 1) === 0 && at + 2 ** (level + 1) <= end)
          ++level;
        const width = 2 ** level;
        const estimate = estimates[level]![(at - start) / width]!;
        blocks.push({ level, first: at, last: at + width - 1, estimate, std_error: Math.sqrt(variances[level]!) });
        at += width;
      }
      return blocks;
    });
  }
}
