// BodyPlaces: how many bytes of large bodies are under way, of everybody and of each sender. Any thread may ask.
#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

namespace sourdine::front {

class BodyPlaces {
 public:
  explicit BodyPlaces(std::size_t bytes) : bytes_(bytes) {}

  // Given back when it is gone; the places must outlive it.
  class Place {
   public:
    Place(BodyPlaces& places, std::string sender, std::size_t bytes)
        : places_(&places), sender_(std::move(sender)), bytes_(bytes) {}
    ~Place() {
      if (places_ != nullptr) places_->give_back(sender_, bytes_);
    }
    Place(Place&& other) noexcept
        : places_(std::exchange(other.places_, nullptr)), sender_(std::move(other.sender_)), bytes_(other.bytes_) {}
    Place& operator=(Place&& other) noexcept {
      std::swap(places_, other.places_);
      std::swap(sender_, other.sender_);
      std::swap(bytes_, other.bytes_);
      return *this;
    }
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;

   private:
    BodyPlaces* places_;
    std::string sender_;
    std::size_t bytes_;
  };

  // Nothing: there is no room now. All senders together have the bytes, one a quarter of them; a first body is taken
  // however large it is, of everybody and of each.
  std::optional<Place> take(const std::string& sender, std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    std::size_t& of_sender = senders_[sender];
    const bool fits = (all_ == 0 || all_ + bytes <= bytes_) && (of_sender == 0 || of_sender + bytes <= bytes_ / 4);
    if (!fits) {
      if (of_sender == 0) senders_.erase(sender);
      return {};
    }
    all_ += bytes;
    of_sender += bytes;
    return Place(*this, sender, bytes);
  }

 private:
  void give_back(const std::string& sender, std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    all_ -= bytes;
    const auto found = senders_.find(sender);
    found->second -= bytes;
    if (found->second == 0) senders_.erase(found);
  }

  const std::size_t bytes_;
  std::mutex mutex_;
  std::size_t all_ = 0;
  std::unordered_map<std::string, std::size_t> senders_;  // those who hold something
};

}  // namespace sourdine::front
