// Profiling: the same people answer several surveys by smp, each time about one attribute, and whoever can tell that
// the reports are one person's puts together a profile; and finds the person in a table of everybody, if there is one.
//
// What people are asked (AskedOf):
//   each_once       another attribute in every survey, d surveys: all attributes are told, ε of each.
//   at_random       an attribute drawn anew in every survey.
//   same_for_life   one attribute, drawn once, by an oracle that keeps its permanent response: the only one that spends
//                   no more however many surveys there are.
// ε of all reports of a person, for the tuple: the sum over the attributes; surveys times the largest; the largest.
// The attacker multiplies the likelihoods of the reports (of a permanent response they are not independent: it finds
// that response, and the value no better than it allows), guesses each attribute's likeliest value, the commonest where
// nothing was reported, and lists the people of the table whose tuples make the reports likeliest.
// Bounds: tuple/attacks.h, with that ε: of the whole profile posterior_bound() for the commonest tuple, or where the
// attributes were drawn independently the product over the attributes, at random in the mean over what was drawn; of a
// list list_bound().
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "sourdine/oracle/oracle.h"
#include "sourdine/tuple/attacks.h"

namespace sourdine {

enum class AskedOf { each_once, at_random, same_for_life };

struct ProfileOptions {
  std::size_t surveys = 0;                      // 0: as many as attributes; each_once has no other number
  std::size_t targets = 1000;                   // persons, drawn from the table one by one
  std::vector<std::uint64_t> listed = {1, 10};  // lengths of the lists
};

struct ProfileAttack {
  double epsilon = 0;                     // of all reports of a person
  AttackMeasure profile = {};             // all attributes right
  std::vector<AttackMeasure> found = {};  // one per length of a list
  double attributes_right = 0;            // mean share of the attributes that are right
};

// One oracle for each attribute. Throws Error(bad_input) unless the people have their domains, for each_once with
// another number of surveys, and for same_for_life with an oracle that keeps no permanent response.
ProfileAttack profile_attack(const SurveyPeople& people, std::span<const std::shared_ptr<const Oracle>> oracles,
                             AskedOf asked, const ProfileOptions& options, Random& random);

// How often the whole profile is right, when one report gives an attribute's value away with these probabilities:
// each attribute once; or drawn at random in as many surveys as attributes, all of them seen (what the paper states:
// profiles with attributes that were never asked for count as wrong).
double profile_each_once(std::span<const double> accuracies);
double profile_all_seen(std::span<const double> accuracies);

}  // namespace sourdine
